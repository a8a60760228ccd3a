import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import {
  DateMember,
  DateRangeQuery,
  FlagMember,
  FlagQuery,
  IdMember,
  IdQuery,
  NumberMember,
  pageOf,
  PagingQuery,
  resourceOf,
  TextMember,
  CrmIdentifiersMember,
  CrmIdentifiersResponse,
  type CrmIdentifierResponse,
  type CrmIdentifierValue,
} from '../../../platform/http/index.js';
import type { CalendarDate } from '../../../platform/values/index.js';

const changeable = ['recorded_date', 'hours', 'billable', 'description'] as const;
const optional = ['billable', 'description'] as const;

export class ActualTimeMembers {
  @IdMember({ of: 'project offering', description: 'Offering that was worked on.' })
  project_offering_id!: string;

  @IdMember({ of: 'person', description: 'Person who worked.' })
  person_id!: string;

  @DateMember({
    description: 'The day that was worked on.',
    example: '2026-11-20',
  })
  recorded_date!: CalendarDate;

  @NumberMember({ description: 'Hours worked.', example: 7.5, minimum: 0.01, maximum: 24, decimals: 2 })
  hours!: number;

  @FlagMember({
    description: 'Billable to the client.',
    example: true,
  })
  billable!: boolean;

  @TextMember({
    description: 'What was done.',
    example: 'Workshop with the product team',
    minLength: 0,
    maxLength: 2000,
    nullable: true,
  })
  description!: string | null;
}

export class CreateActualTimeRequest extends IntersectionType(
  OmitType(ActualTimeMembers, optional),
  PartialType(PickType(ActualTimeMembers, optional), { skipNullProperties: false }),
) {
  @IdMember({
    of: 'project',
    description: 'Project of the offering. May be left out; another project than that one is refused (422).',
    optional: true,
  })
  project_id?: string;

  @CrmIdentifiersMember()
  crm_identifiers?: CrmIdentifierValue[];
}

export class UpdateActualTimeRequest extends PartialType(PickType(ActualTimeMembers, changeable), {
  skipNullProperties: false,
}) {
  @CrmIdentifiersMember()
  crm_identifiers?: CrmIdentifierValue[];
}

export class ActualTimeFilters extends PickType(DateRangeQuery, ['start_date', 'end_date']) {
  @IdQuery({ of: 'project', description: 'Only time on this project.' })
  project_id?: string;

  @IdQuery({ of: 'project offering', description: 'Only time on this offering.' })
  project_offering_id?: string;

  @IdQuery({ of: 'person', description: 'Only time of this person.' })
  person_id?: string;

  @IdQuery({ of: 'client', description: 'Only time on projects that are of this client now.' })
  client_id?: string;

  @IdQuery({
    of: 'role',
    description:
      "Only time that was recorded as this role: it is the role of the offering role, whatever the person's own is.",
  })
  role_id?: string;

  @IdQuery({ of: 'department', description: 'Only time that was recorded as a role of this department.' })
  department_id?: string;

  @FlagQuery({ description: 'Only billable time, or only other.', example: true })
  billable?: boolean;
}

export class ListActualTimeQuery extends IntersectionType(PagingQuery, ActualTimeFilters) {}

export class ActualTimeResponse extends IntersectionType(resourceOf('actual time'), ActualTimeMembers) {
  @IdMember({ of: 'project', description: 'Project of the offering.' })
  project_id!: string;

  @IdMember({ of: 'project offering role', description: 'Role of the person on the offering.' })
  project_offering_role_id!: string;

  @CrmIdentifiersResponse()
  crm_identifiers!: CrmIdentifierResponse[];
}

export class ActualTimePage extends pageOf(ActualTimeResponse) {}
