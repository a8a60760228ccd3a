import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import {
  archivableOf,
  ChoiceQuery,
  DateMember,
  FlagMember,
  FlagQuery,
  IdMember,
  IdQuery,
  NamesQuery,
  pageOf,
  PagingQuery,
  TextQuery,
  CrmIdentifiersMember,
  CrmIdentifiersResponse,
  type CrmIdentifierResponse,
  type CrmIdentifierValue,
} from '../../../platform/http/index.js';
import {
  billingTypeChoices,
  PersonCostRate,
  PersonMembers,
  workerTypeChoices,
} from './person-members.dto.js';
import type { billingTypes, workerTypes } from './person.entity.js';

const required = ['email_address'] as const;

export class CreatePersonRequest extends IntersectionType(
  PickType(PersonMembers, required),
  PartialType(OmitType(PersonMembers, required), { skipNullProperties: false }),
  PersonCostRate,
) {
  @IdMember({
    of: 'role',
    description: 'Role. Null: the role "Unassigned".',
    byDefault: 'the role "Unassigned"',
    optional: true,
    nullable: true,
  })
  role_id?: string | null;

  @DateMember({
    description:
      'Day from which `cost_rate` counts, only together with it. Absent: for a new person always, for a change today.',
    example: '2026-12-01',
    optional: true,
  })
  cost_rate_effective_date?: string;

  @CrmIdentifiersMember()
  crm_identifiers?: CrmIdentifierValue[];
}

export class UpdatePersonRequest extends PartialType(CreatePersonRequest, { skipNullProperties: false }) {
  @FlagMember({
    description: 'Archived people stay where they are but cannot be assigned.',
    example: false,
    optional: true,
  })
  is_archived?: boolean;
}

export class ListPeopleQuery extends PagingQuery {
  @TextQuery({
    description: 'Words that must all occur in the name or the e-mail address, whatever their case.',
    example: 'ada lovelace',
  })
  terms?: string;

  @FlagQuery({ description: 'Only archived ones, or only others. Default: all.', example: false })
  is_archived?: boolean;

  @IdQuery({
    of: 'role',
    description: 'Only people with this role, as `role_id` or among `additional_role_ids`.',
  })
  role_id?: string;

  @IdQuery({ of: 'department', description: 'Only people whose `role_id` is in this department.' })
  department_id?: string;

  @ChoiceQuery(workerTypeChoices, { description: 'Only this kind of employment.', example: 'contractor' })
  worker_type?: (typeof workerTypes)[number];

  @ChoiceQuery(billingTypeChoices, { description: 'Only this billing type.', example: 'billable' })
  billing_type?: (typeof billingTypes)[number];

  @NamesQuery({
    description: 'Only people that carry every one of these tags; repeatable.',
    example: ['Key account'],
  })
  tags?: string[];
}

export class PersonResponse extends IntersectionType(archivableOf('person'), PersonMembers, PersonCostRate) {
  @IdMember({ of: 'role', description: 'Role; never null.' })
  role_id!: string;

  @IdMember({ of: 'department', description: 'Department of the role.', derived: true })
  department_id!: string;

  @FlagMember({ description: 'True when billing_type is billable.', example: true })
  is_billable!: boolean;

  @DateMember({
    description:
      "Day on which the person was archived, in the organization's time zone; null while they are not.",
    example: null,
    nullable: true,
  })
  archived_on!: string | null;

  @DateMember({
    description:
      'Day from which `cost_rate` counts; 1900-01-01: always. Null without a rate. Needs `rates:read`.',
    example: '2026-12-01',
    optional: true,
    nullable: true,
    derived: true,
  })
  cost_rate_effective_date?: string | null;

  @CrmIdentifiersResponse()
  crm_identifiers!: CrmIdentifierResponse[];
}

export class PersonPage extends pageOf(PersonResponse) {}

/** Callers that may not read rates get the person without the cost rate. */
export function toPersonResponse(person: PersonResponse, mayReadRates: boolean): PersonResponse {
  if (mayReadRates) return person;
  const { cost_rate: _rate, cost_rate_effective_date: _since, ...rest } = person;
  return rest;
}
