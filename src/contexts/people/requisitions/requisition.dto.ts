import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import {
  ChoiceMember,
  ChoiceQuery,
  DateMember,
  IdMember,
  IdQuery,
  pageOf,
  PagingQuery,
  ResourceResponse,
  TextMember,
  TextQuery,
} from '../../../platform/http/index.js';
import { requisitionStatuses } from './requisition.entity.js';

class RequisitionMembers {
  @TextMember({ description: 'Name.', example: 'Data engineer, Vienna' })
  name!: string;

  @IdMember({
    description: 'Role that the person sought will have.',
    example: '0193c1a4-6f0e-7b7a-9a52-0d6a6f1c2b30',
  })
  role_id!: string;

  @ChoiceMember(requisitionStatuses, {
    description: 'How far the search is. Default: open.',
    example: 'open',
  })
  status!: (typeof requisitionStatuses)[number];

  @DateMember({ description: 'Day from which somebody is wanted.', example: '2027-02-01', nullable: true })
  start_date!: string | null;
}

const required = ['name', 'role_id'] as const;

export class CreateRequisitionRequest extends IntersectionType(
  PickType(RequisitionMembers, required),
  PartialType(OmitType(RequisitionMembers, required), { skipNullProperties: false }),
) {}

export class UpdateRequisitionRequest extends PartialType(RequisitionMembers, {
  skipNullProperties: false,
}) {}

export class ListRequisitionsQuery extends PagingQuery {
  @TextQuery({
    description: 'Words that must all occur in the name, whatever their case.',
    example: 'data vienna',
  })
  terms?: string;

  @IdQuery({ description: 'Only those for this role.', example: '0193c1a4-6f0e-7b7a-9a52-0d6a6f1c2b30' })
  role_id?: string;

  @ChoiceQuery(requisitionStatuses, { description: 'Only those in this status.', example: 'open' })
  status?: (typeof requisitionStatuses)[number];
}

export class RequisitionResponse extends IntersectionType(ResourceResponse, RequisitionMembers) {}

export class RequisitionPage extends pageOf(RequisitionResponse) {}
