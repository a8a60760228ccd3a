import { OmitType, PartialType } from '@nestjs/swagger';
import {
  ResponseListMember,
  archivableOf,
  DateMember,
  FlagMember,
  MoneyMember,
  type MoneyValue,
  NamedListQuery,
  ObjectListMember,
  pageOf,
  TextMember,
  CrmIdentifiersResponse,
  CrmIdentifiersMember,
  type CrmIdentifierResponse,
  type CrmIdentifierValue,
} from '../../../platform/http/index.js';
import { exampleId } from '../../../platform/values/index.js';
import {
  CreatePipelineStageRequest,
  PipelineStageChange,
  PipelineStageResponse,
} from './pipeline-stage.dto.js';

const budget = {
  description: 'What the deals of the pipeline shall bring: its sales target.',
  example: { currency_code: 'USD', amount: 250000 },
  nullable: true,
};

const anticipatedStart = {
  description: 'When deals of the pipeline start that have no start date of their own.',
  example: '2027-01-04',
  nullable: true,
};

export class CreatePipelineRequest {
  @TextMember({
    description: 'Name, unique among the pipelines that are not archived, whatever its case.',
    example: 'New business',
  })
  name!: string;

  @CrmIdentifiersMember()
  crm_identifiers?: CrmIdentifierValue[];

  @MoneyMember({ ...budget, optional: true })
  budget?: MoneyValue | null;

  @DateMember({ ...anticipatedStart, optional: true })
  anticipated_start_date?: string | null;

  @ObjectListMember(() => CreatePipelineStageRequest, {
    description: 'Its stages, in their order unless they have positions. At most 100.',
    example: [
      { name: 'Proposal sent', likelihood: 0.6 },
      { name: 'Closed won', outcome: 'won' },
    ],
    optional: true,
  })
  stages?: CreatePipelineStageRequest[];
}

const patchedMembers = PartialType(OmitType(CreatePipelineRequest, ['stages'] as const), {
  skipNullProperties: false,
});

export class UpdatePipelineRequest extends patchedMembers {
  @ObjectListMember(() => PipelineStageChange, {
    description:
      'Changes of its stages, all or nothing; stages that are left out stay as they are. At most 100.',
    example: [{ id: exampleId('stage'), position: 0, likelihood: 0.1 }],
    optional: true,
    distinctBy: ['id'],
  })
  stages?: PipelineStageChange[];

  @FlagMember({
    description: 'Archived pipelines keep their stages and projects but take no others.',
    example: false,
    optional: true,
  })
  is_archived?: boolean;
}

/** Changes of the pipeline itself. */
export type PipelineChanges = Omit<UpdatePipelineRequest, 'stages'>;

export class ListPipelinesQuery extends NamedListQuery {}

export class PipelineResponse extends archivableOf('pipeline') {
  @TextMember({ description: 'Name.', example: 'New business' })
  name!: string;

  @CrmIdentifiersResponse()
  crm_identifiers!: CrmIdentifierResponse[];

  @MoneyMember(budget)
  budget!: MoneyValue | null;

  @DateMember(anticipatedStart)
  anticipated_start_date!: string | null;

  @ResponseListMember(() => PipelineStageResponse, {
    description: 'Its stages with the archived ones, ordered by position, equal positions by creation.',
    example: [],
    derived: true,
  })
  stages!: PipelineStageResponse[];
}

export class PipelinePage extends pageOf(PipelineResponse) {}
