import { Injectable } from '@nestjs/common';
import { UnitOfWork, type PageRequest, type RecordPage } from '../../../platform/database/index.js';
import { EventPublisher } from '../../../platform/events/index.js';
import { changesIn, hasChanges } from '../../../platform/values/index.js';
import type { SalesEvent } from '../sales.events.js';
import { newStagesMustDiffer } from '../stages/pipeline-stage.rules.js';
import { PipelineStageService } from '../stages/pipeline-stage.service.js';
import type {
  CreatePipelineRequest,
  ListPipelinesQuery,
  PipelineResponse,
  UpdatePipelineRequest,
} from './pipeline.dto.js';
import { PipelineRepository } from './pipeline.repository.js';

@Injectable()
export class PipelineService {
  constructor(
    private readonly pipelines: PipelineRepository,
    private readonly stages: PipelineStageService,
    private readonly unitOfWork: UnitOfWork,
    private readonly events: EventPublisher,
  ) {}

  list(
    organizationId: string,
    query: ListPipelinesQuery,
    page: PageRequest,
  ): Promise<RecordPage<PipelineResponse>> {
    return this.pipelines.list(organizationId, query, page);
  }

  get(organizationId: string, id: string): Promise<PipelineResponse> {
    return this.pipelines.get(organizationId, id);
  }

  create(organizationId: string, pipeline: CreatePipelineRequest): Promise<PipelineResponse> {
    return this.unitOfWork.run(async () => {
      const { stages = [] } = pipeline;
      newStagesMustDiffer(stages);
      const id = await this.pipelines.insert(organizationId, pipeline);
      await this.events.publish({ topic: 'pipeline.created', organizationId, id } satisfies SalesEvent);
      await this.stages.addAll(organizationId, { id, stages: [] }, stages);
      return this.pipelines.get(organizationId, id);
    });
  }

  /** Changes the pipeline and some of its stages, all or nothing. */
  update(organizationId: string, id: string, patch: UpdatePipelineRequest): Promise<PipelineResponse> {
    return this.unitOfWork.run(async () => {
      const { stages = [], ...own } = patch;
      const pipeline = await this.pipelines.lock(organizationId, id);
      const changes = changesIn(pipeline, own);
      if (hasChanges(changes)) {
        await this.pipelines.update(organizationId, id, changes);
        await this.events.publish({
          topic: 'pipeline.modified',
          organizationId,
          id,
          payload: { modifiedProperties: Object.keys(changes) },
        } satisfies SalesEvent);
      }
      await this.stages.changeAll(organizationId, id, stages);
      return this.pipelines.get(organizationId, id);
    });
  }
}
