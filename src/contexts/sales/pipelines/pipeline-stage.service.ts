import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Page, type PageRequest } from '../../../platform/database/index.js';
import { changeOf, EventPublisher } from '../../../platform/events/index.js';
import { changesIn, hasChanges } from '../../../platform/values/index.js';
import { PipelineRepository } from './pipeline.repository.js';
import { pipelineMustNotBeArchived } from './pipeline.rules.js';
import { pipelineStageCreated, pipelineStageModified } from '../sales.events.js';
import type {
  CreatePipelineStageRequest,
  ListPipelineStagesQuery,
  PipelineStageChange,
  PipelineStageResponse,
  UpdatePipelineStageRequest,
} from './pipeline-stage.dto.js';
import { PipelineStageRepository } from './pipeline-stage.repository.js';
import { changedStagesMustBelong } from './pipeline-stage.rules.js';
import { lastPosition } from './stage-position.js';
import { versionMustMatch } from '../../../platform/writes/index.js';

@Injectable()
export class PipelineStageService {
  constructor(
    private readonly stages: PipelineStageRepository,
    private readonly pipelines: PipelineRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly events: EventPublisher,
  ) {}

  async list(
    organizationId: string,
    pipelineId: string,
    query: ListPipelineStagesQuery,
    page: PageRequest,
  ): Promise<Page<PipelineStageResponse>> {
    const found = await this.stages.list(organizationId, { ...query, pipeline_id: pipelineId }, page);
    if (found.total === 0) await this.pipelines.get(organizationId, pipelineId);
    return found;
  }

  get(organizationId: string, pipelineId: string, id: string): Promise<PipelineStageResponse> {
    return this.stages.get(organizationId, pipelineId, id);
  }

  create(
    organizationId: string,
    pipelineId: string,
    stage: CreatePipelineStageRequest,
  ): Promise<PipelineStageResponse> {
    return this.unitOfWork.run(async () => {
      // The lock also makes two stages that are added at once get different positions.
      const pipeline = await this.pipelines.lock(organizationId, pipelineId);
      pipelineMustNotBeArchived(pipeline);
      const [id = ''] = await this.addAll(organizationId, pipeline, [stage]);
      return this.stages.get(organizationId, pipelineId, id);
    });
  }

  /** Call it in a unit of work that has locked the pipeline. */
  async addAll(
    organizationId: string,
    pipeline: { readonly id: string; readonly stages: readonly { readonly position: number }[] },
    added: readonly CreatePipelineStageRequest[],
  ): Promise<string[]> {
    if (added.length === 0) return [];
    const placed = [...pipeline.stages];
    const complete = added.map((stage) => {
      const { outcome = 'open', position = lastPosition(placed) } = stage;
      placed.push({ position });
      return { ...stage, outcome, position, likelihood: stage.likelihood ?? (outcome === 'won' ? 1 : 0) };
    });
    const ids = await this.stages.insertAll(organizationId, pipeline.id, complete);
    const payload = { pipelineId: pipeline.id };
    const events = ids.map((id) => ({ organizationId, id, payload }));
    await this.events.publish(pipelineStageCreated, ...events);
    return ids;
  }

  update(
    organizationId: string,
    pipelineId: string,
    id: string,
    patch: UpdatePipelineStageRequest,
  ): Promise<PipelineStageResponse> {
    return this.unitOfWork.run(async () => {
      const stage = await this.stages.lock(organizationId, pipelineId, id);
      versionMustMatch(stage);
      const changes = changesIn(stage, patch);
      if (!hasChanges(changes)) return stage;
      await this.save(organizationId, stage, changes);
      return this.stages.get(organizationId, pipelineId, id);
    });
  }

  /**
   * Changes stages of one pipeline together. Call it in a unit of work that has locked the pipeline.
   * @throws 422 `pipeline.unknown_stage`
   */
  async changeAll(
    organizationId: string,
    pipelineId: string,
    patches: readonly PipelineStageChange[],
  ): Promise<void> {
    if (patches.length === 0) return;
    const stages = await this.stages.lockAll(organizationId, pipelineId);
    changedStagesMustBelong(patches, stages);
    const changed = stages.flatMap((stage) => {
      const patch: UpdatePipelineStageRequest = patches.find(({ id }) => id === stage.id) ?? {};
      const changes = changesIn(stage, patch);
      return hasChanges(changes) ? [{ stage, changes }] : [];
    });
    const renamed = changed.filter(({ changes }) => changes.name !== undefined);
    if (renamed.length > 1) {
      await this.stages.releaseNames(
        organizationId,
        renamed.map(({ stage }) => stage.id),
      );
    }
    for (const { stage, changes } of changed) await this.save(organizationId, stage, changes);
  }

  private async save(
    organizationId: string,
    stage: PipelineStageResponse,
    changes: UpdatePipelineStageRequest,
  ): Promise<void> {
    await this.stages.update(organizationId, stage.id, changes);
    const change = changeOf(organizationId, [stage, { ...stage, ...changes }], changes, {
      pipelineId: stage.pipeline_id,
    });
    await this.events.publish(pipelineStageModified, change);
  }
}
