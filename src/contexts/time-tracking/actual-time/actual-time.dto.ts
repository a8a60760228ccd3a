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
  ResourceResponse,
  TextMember,
} from '../../../platform/http/index.js';
import type { CalendarDate } from '../../../platform/values/index.js';

const projectId = '0193c1a4-6f0e-7b7a-9a52-0d6a6f1c2b50';
const offeringId = '0193c1a4-6f0e-7b7a-9a52-0d6a6f1c2b51';
const offeringRoleId = '0193c1a4-6f0e-7b7a-9a52-0d6a6f1c2b52';
const personId = '0193c1a4-6f0e-7b7a-9a52-0d6a6f1c2b53';
const changeable = ['recorded_date', 'hours', 'billable', 'description'] as const;
const optional = ['billable', 'description'] as const;

class ActualTimeMembers {
  @IdMember({ description: 'Offering that was worked on.', example: offeringId })
  project_offering_id!: string;

  @IdMember({ description: 'Person who worked.', example: personId })
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
    description: 'Project of the offering. May be left out; another project than that one is refused (422).',
    example: projectId,
    optional: true,
  })
  project_id?: string;
}

export class UpdateActualTimeRequest extends PartialType(PickType(ActualTimeMembers, changeable), {
  skipNullProperties: false,
}) {}

export class ListActualTimeQuery extends DateRangeQuery {
  @IdQuery({ description: 'Only time on this project.', example: projectId })
  project_id?: string;

  @IdQuery({ description: 'Only time on this offering.', example: offeringId })
  project_offering_id?: string;

  @IdQuery({ description: 'Only time of this person.', example: personId })
  person_id?: string;

  @FlagQuery({ description: 'Only billable time, or only other.', example: true })
  billable?: boolean;
}

export class ActualTimeResponse extends IntersectionType(ResourceResponse, ActualTimeMembers) {
  @IdMember({ description: 'Project of the offering.', example: projectId })
  project_id!: string;

  @IdMember({ description: 'Role of the person on the offering.', example: offeringRoleId })
  project_offering_role_id!: string;
}

export class ActualTimePage extends pageOf(ActualTimeResponse) {}
