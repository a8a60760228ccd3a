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
  CreatePipelineRequest,
  ListPipelinesQuery,
  PipelinePage,
  PipelineResponse,
  UpdatePipelineRequest,
} from './pipeline.dto.js';
import { PipelineService } from './pipeline.service.js';
import { pipelineCrmIdentifierInUse, pipelineNameInUse } from './pipeline.rules.js';
import { pipelineUnknownStage, stageCrmIdentifierInUse, stageNameInUse } from './pipeline-stage.rules.js';
import { pipelineResource } from '../sales.resources.js';

@Controller({ path: 'pipelines', version: '1' })
@ApiResource('Pipelines', 'sales', { id: pipelineResource })
export class PipelineController {
  constructor(private readonly pipelines: PipelineService) {}

  @ListRoute({
    response: PipelinePage,
    summary: 'List pipelines',
    description: 'Lists the pipelines of the organization with their stages, in the order of their creation.',
  })
  listPipelines(
    @RequestedList() list: ListRequest,
    @CurrentCaller() caller: Caller,
    @Query() query: ListPipelinesQuery,
  ): Promise<ListAnswer<PipelinePage>> {
    return list.answer(query, (page) => this.pipelines.list(caller.organizationId, query, page));
  }

  @CreateRoute({
    refuses: [pipelineNameInUse, pipelineCrmIdentifierInUse, stageCrmIdentifierInUse],
    response: PipelineResponse,
    summary: 'Create a pipeline',
    description:
      'Creates a pipeline, with its stages if they are sent along. Sends `pipeline.created`, and `pipelinestage.created` for each stage.',
  })
  createPipeline(
    @CurrentCaller() caller: Caller,
    @Body() pipeline: CreatePipelineRequest,
  ): Promise<PipelineResponse> {
    return this.pipelines.create(caller.organizationId, pipeline);
  }

  @GetRoute({
    path: ':id',
    response: PipelineResponse,
    summary: 'Get a pipeline',
    description: 'Returns one pipeline with its stages.',
  })
  getPipeline(@CurrentCaller() caller: Caller, @IdParam() id: string): Promise<PipelineResponse> {
    return this.pipelines.get(caller.organizationId, id);
  }

  @UpdateRoute({
    refuses: [pipelineNameInUse, pipelineCrmIdentifierInUse, stageNameInUse, pipelineUnknownStage],
    path: ':id',
    response: PipelineResponse,
    summary: 'Update a pipeline',
    description:
      'Changes members of a pipeline, and of its stages by their ids, all or nothing. Sends `pipeline.modified` when a member of its own changed, and `pipelinestage.modified` for each stage that did; only those get a new modified_date. `If-Match` is compared with the pipeline, so that it says nothing of its stages: where others may change them too, change one with `If-Match` of its own.',
  })
  updatePipeline(
    @CurrentCaller() caller: Caller,
    @IdParam() id: string,
    @Body() patch: UpdatePipelineRequest,
  ): Promise<PipelineResponse> {
    return this.pipelines.update(caller.organizationId, id, patch);
  }
}
