import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import {
  ChoiceMember,
  ChoiceQuery,
  DateMember,
  IdMember,
  IdQuery,
  pageOf,
  PagingQuery,
  resourceOf,
  TextMember,
  TextQuery,
  choices,
  CrmIdentifiersMember,
  CrmIdentifiersResponse,
  type CrmIdentifierResponse,
  type CrmIdentifierValue,
} from '../../../platform/http/index.js';
import { requisitionStatuses } from './requisition.entity.js';

const statusChoices = choices(
  'RequisitionStatus',
  'How far the search for a person is.',
  requisitionStatuses,
);

class RequisitionMembers {
  @TextMember({ description: 'Name.', example: 'Data engineer, Vienna' })
  name!: string;

  @IdMember({ of: 'role', description: 'Role that the person sought will have.' })
  role_id!: string;

  @ChoiceMember(statusChoices, {
    description: 'How far the search is.',
    byDefault: 'open',
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
) {
  @CrmIdentifiersMember()
  crm_identifiers?: CrmIdentifierValue[];
}

export class UpdateRequisitionRequest extends PartialType(CreateRequisitionRequest, {
  skipNullProperties: false,
}) {}

export class ListRequisitionsQuery extends PagingQuery {
  @TextQuery({
    description: 'Words that must all occur in the name, whatever their case.',
    example: 'data vienna',
  })
  terms?: string;

  @IdQuery({ of: 'role', description: 'Only those for this role.' })
  role_id?: string;

  @ChoiceQuery(statusChoices, { description: 'Only those in this status.', example: 'open' })
  status?: (typeof requisitionStatuses)[number];
}

export class RequisitionResponse extends IntersectionType(resourceOf('requisition'), RequisitionMembers) {
  @CrmIdentifiersResponse()
  crm_identifiers!: CrmIdentifierResponse[];
}

export class RequisitionPage extends pageOf(RequisitionResponse) {}
