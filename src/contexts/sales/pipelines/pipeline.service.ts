import { Injectable } from '@nestjs/common';
import { UnitOfWork, type PageRequest, type RecordPage } from '../../../platform/database/index.js';
import { changeOf, EventPublisher } from '../../../platform/events/index.js';
import { changesIn, hasChanges } from '../../../platform/values/index.js';
import { pipelineCreated, pipelineModified } from '../sales.events.js';
import { newStagesMustDiffer } from './pipeline-stage.rules.js';
import { PipelineStageService } from './pipeline-stage.service.js';
import type {
  CreatePipelineRequest,
  ListPipelinesQuery,
  PipelineResponse,
  UpdatePipelineRequest,
} from './pipeline.dto.js';
import { PipelineRepository } from './pipeline.repository.js';
import { versionMustMatch } from '../../../platform/writes/index.js';

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
      await this.events.publish(pipelineCreated, { organizationId, id });
      await this.stages.addAll(organizationId, { id, stages: [] }, stages);
      return this.pipelines.get(organizationId, id);
    });
  }

  update(organizationId: string, id: string, patch: UpdatePipelineRequest): Promise<PipelineResponse> {
    return this.unitOfWork.run(async () => {
      const { stages = [], ...own } = patch;
      const pipeline = await this.pipelines.lock(organizationId, id);
      versionMustMatch(pipeline);
      const changes = changesIn(pipeline, own);
      if (hasChanges(changes)) {
        await this.pipelines.update(organizationId, id, changes);
        const after = { ...pipeline, ...changes };
        await this.events.publish(pipelineModified, changeOf(organizationId, [pipeline, after], changes));
      }
      await this.stages.changeAll(organizationId, id, stages);
      return this.pipelines.get(organizationId, id);
    });
  }
}
