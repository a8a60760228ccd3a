import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import {
  archivableOf,
  FlagMember,
  IdMember,
  IdQuery,
  MoneyMember,
  MoneyValue,
  NamedListQuery,
  NumberMember,
  pageOf,
  TextMember,
  CrmIdentifiersMember,
  CrmIdentifiersResponse,
  type CrmIdentifierResponse,
  type CrmIdentifierValue,
} from '../../../platform/http/index.js';

class RoleMembers {
  @TextMember({
    description: 'Name, unique among the roles that are not archived, whatever its case.',
    example: 'Senior consultant',
  })
  name!: string;

  @IdMember({ of: 'department', description: 'Department that the role is in.' })
  department_id!: string;

  @NumberMember({
    description: 'Capacity of people in the role that have none of their own; 1.0 is a full week.',
    byDefault: '1.0',
    example: 1,
    minimum: 0,
    maximum: 2,
    decimals: 4,
  })
  capacity!: number;

  @NumberMember({
    description: 'Part of their capacity that people in the role should spend on billable work.',
    byDefault: '0.8',
    example: 0.8,
    minimum: 0,
    maximum: 1,
    decimals: 4,
  })
  billable_utilization_target!: number;
}

class RoleRate {
  @MoneyMember({
    description:
      'What an hour of a person without a cost rate costs. It has no days: a change counts for all time. Written and read with the scopes `rates:write` and `rates:read` only.',
    example: { currency_code: 'USD', amount: 85 },
    optional: true,
    nullable: true,
  })
  default_cost_rate?: MoneyValue | null;
}

const required = ['name', 'department_id'] as const;

export class CreateRoleRequest extends IntersectionType(
  PickType(RoleMembers, required),
  PartialType(OmitType(RoleMembers, required), { skipNullProperties: false }),
  RoleRate,
) {
  @CrmIdentifiersMember()
  crm_identifiers?: CrmIdentifierValue[];
}

export class UpdateRoleRequest extends PartialType(CreateRoleRequest, { skipNullProperties: false }) {
  @FlagMember({
    description: 'Archived roles stay with the people that have them but cannot be given to others.',
    example: false,
    optional: true,
  })
  is_archived?: boolean;
}

export class ListRolesQuery extends NamedListQuery {
  @IdQuery({ of: 'department', description: 'Only roles in this department.' })
  department_id?: string;
}

export class RoleResponse extends IntersectionType(archivableOf('role'), RoleMembers, RoleRate) {
  @CrmIdentifiersResponse()
  crm_identifiers!: CrmIdentifierResponse[];
}

export class RolePage extends pageOf(RoleResponse) {}

/** Callers that may not read rates get the role without its cost rate. */
export function toRoleResponse(role: RoleResponse, mayReadRates: boolean): RoleResponse {
  if (mayReadRates) return role;
  const { default_cost_rate: _rate, ...rest } = role;
  return rest;
}
