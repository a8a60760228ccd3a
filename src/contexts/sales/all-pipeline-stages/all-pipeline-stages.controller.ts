import { Controller, Query } from '@nestjs/common';
import {
  ApiResource,
  CurrentCaller,
  ListRoute,
  RequestedList,
  type Caller,
  type ListAnswer,
  type ListRequest,
} from '../../../platform/http/index.js';
import { ListAllPipelineStagesQuery, PipelineStagePage } from '../pipelines/pipeline-stage.dto.js';
import { PipelineStageRepository } from '../pipelines/pipeline-stage.repository.js';

@Controller({ path: 'pipeline-stages', version: '1' })
@ApiResource('Pipelines', 'sales')
export class AllPipelineStagesController {
  constructor(private readonly stages: PipelineStageRepository) {}

  @ListRoute({
    response: PipelineStagePage,
    summary: 'List the stages of all pipelines',
    description:
      'Lists the stages of all pipelines, in the order of their creation; with `pipeline_id` those of one, ordered by position as in its own list.',
  })
  listAllPipelineStages(
    @RequestedList() list: ListRequest,
    @CurrentCaller() { organizationId }: Caller,
    @Query() query: ListAllPipelineStagesQuery,
  ): Promise<ListAnswer<PipelineStagePage>> {
    return list.answer(query, (page) => this.stages.list(organizationId, query, page));
  }
}
