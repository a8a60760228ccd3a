import { Body, Controller, Query } from '@nestjs/common';
import {
  ApiResource,
  CreateRoute,
  CurrentCaller,
  GetRoute,
  IdParam,
  ListRoute,
  RequestedList,
  type ListAnswer,
  type ListRequest,
  UpdateRoute,
  type Caller,
} from '../../../platform/http/index.js';
import {
  CreatePipelineStageRequest,
  ListPipelineStagesQuery,
  PipelineStagePage,
  PipelineStageResponse,
  UpdatePipelineStageRequest,
} from './pipeline-stage.dto.js';
import { PipelineStageService } from './pipeline-stage.service.js';
import { stageCrmIdentifierInUse, stageNameInUse } from './pipeline-stage.rules.js';
import { pipelineArchived } from './pipeline.rules.js';
import { pipelineResource, stageResource } from '../sales.resources.js';

@Controller({ path: 'pipelines/:pipeline_id/stages', version: '1' })
@ApiResource('Pipelines', 'sales', {
  pipeline_id: pipelineResource,
  id: stageResource,
})
export class PipelineStageController {
  constructor(private readonly stages: PipelineStageService) {}

  @ListRoute({
    response: PipelineStagePage,
    summary: 'List the stages of a pipeline',
    description: 'Lists the stages of a pipeline, ordered by position, equal positions by creation.',
  })
  listPipelineStages(
    @RequestedList() list: ListRequest,
    @CurrentCaller() { organizationId }: Caller,
    @IdParam('pipeline_id') pipelineId: string,
    @Query() query: ListPipelineStagesQuery,
  ): Promise<ListAnswer<PipelineStagePage>> {
    return list.answer(query, (page) => this.stages.list(organizationId, pipelineId, query, page));
  }

  @CreateRoute({
    refuses: [pipelineArchived, stageNameInUse, stageCrmIdentifierInUse],
    response: PipelineStageResponse,
    summary: 'Add a stage to a pipeline',
    description:
      'Adds a stage to a pipeline. Refused with 409 when the pipeline is archived, or another stage has the name or a CRM identifier. Sends `pipelinestage.created`.',
  })
  createPipelineStage(
    @CurrentCaller() caller: Caller,
    @IdParam('pipeline_id') pipelineId: string,
    @Body() stage: CreatePipelineStageRequest,
  ): Promise<PipelineStageResponse> {
    return this.stages.create(caller.organizationId, pipelineId, stage);
  }

  @GetRoute({
    path: ':id',
    response: PipelineStageResponse,
    summary: 'Get a stage',
    description: 'Returns one stage of the pipeline.',
  })
  getPipelineStage(
    @CurrentCaller() caller: Caller,
    @IdParam('pipeline_id') pipelineId: string,
    @IdParam() id: string,
  ): Promise<PipelineStageResponse> {
    return this.stages.get(caller.organizationId, pipelineId, id);
  }

  @UpdateRoute({
    refuses: [stageNameInUse, stageCrmIdentifierInUse],
    path: ':id',
    response: PipelineStageResponse,
    summary: 'Update a stage',
    description:
      'Changes a stage. A new outcome counts for projects that are moved to the stage from now on. Sends `pipelinestage.modified`.',
  })
  updatePipelineStage(
    @CurrentCaller() caller: Caller,
    @IdParam('pipeline_id') pipelineId: string,
    @IdParam() id: string,
    @Body() patch: UpdatePipelineStageRequest,
  ): Promise<PipelineStageResponse> {
    return this.stages.update(caller.organizationId, pipelineId, id, patch);
  }
}
