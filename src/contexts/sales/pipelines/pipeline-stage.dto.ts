import { ApiSchema, PartialType, PickType } from '@nestjs/swagger';
import {
  archivableOf,
  ChoiceMember,
  FlagMember,
  IdMember,
  IdQuery,
  NamedListQuery,
  NumberMember,
  pageOf,
  TextMember,
  choices,
  CrmIdentifiersResponse,
  CrmIdentifiersMember,
  type CrmIdentifierResponse,
  type CrmIdentifierValue,
} from '../../../platform/http/index.js';
import { stageOutcomes, type StageOutcome } from './pipeline-stage.entity.js';
import { LARGEST_POSITION } from './stage-position.js';

const position = {
  description: 'Place in the pipeline, from 0. Equal places are in the order of creation.',
  byDefault: 'the last',
  example: 2,
  minimum: 0,
  maximum: LARGEST_POSITION,
  decimals: 0,
};

const likelihood = {
  description: 'How likely a deal in this stage is won, as a ratio.',
  byDefault: '1 for the outcome won, else 0',
  example: 0.6,
  minimum: 0,
  maximum: 1,
  decimals: 4,
};

const outcomes = choices('StageOutcome', 'What a stage means for a deal.', stageOutcomes);

const outcome = {
  description:
    'What the stage means for a deal. Moving a pre_sale project to a won stage makes it awaiting_start.',
  byDefault: 'open',
  example: 'open',
};

export class CreatePipelineStageRequest {
  @TextMember({
    description: 'Name, unique among the stages of the pipeline that are not archived, whatever its case.',
    example: 'Proposal sent',
  })
  name!: string;

  @NumberMember({ ...position, optional: true })
  position?: number;

  @NumberMember({ ...likelihood, optional: true })
  likelihood?: number;

  @ChoiceMember(outcomes, { ...outcome, optional: true })
  outcome?: StageOutcome;

  @CrmIdentifiersMember()
  crm_identifiers?: CrmIdentifierValue[];
}

const patchedMembers = PartialType(CreatePipelineStageRequest, { skipNullProperties: false });

export class UpdatePipelineStageRequest extends patchedMembers {
  @FlagMember({
    description: 'Archived stages keep their projects but take no others.',
    example: false,
    optional: true,
  })
  is_archived?: boolean;
}

@ApiSchema({ description: 'What changes of one stage of the pipeline.' })
export class PipelineStageChange extends PickType(patchedMembers, [
  'name',
  'position',
  'likelihood',
  'outcome',
] as const) {
  @IdMember({ of: 'stage', description: 'The stage, one of this pipeline.' })
  id!: string;
}

export class ListPipelineStagesQuery extends NamedListQuery {}

export class ListAllPipelineStagesQuery extends NamedListQuery {
  @IdQuery({ of: 'pipeline', description: 'Only stages of this pipeline.' })
  pipeline_id?: string;
}

export class PipelineStageResponse extends archivableOf('stage') {
  @IdMember({ of: 'pipeline', description: 'The pipeline.' })
  pipeline_id!: string;

  @TextMember({ description: 'Name.', example: 'Proposal sent' })
  name!: string;

  @NumberMember(position)
  position!: number;

  @NumberMember(likelihood)
  likelihood!: number;

  @ChoiceMember(outcomes, outcome)
  outcome!: StageOutcome;

  @CrmIdentifiersResponse()
  crm_identifiers!: CrmIdentifierResponse[];
}

export class PipelineStagePage extends pageOf(PipelineStageResponse) {}
