import { Injectable } from '@nestjs/common';
import type { StageOutcome } from './pipeline-stage.entity.js';
import { PipelineStageRepository } from './pipeline-stage.repository.js';
import { stageMustBeUsable } from './pipeline-stage.rules.js';

/** Answers other contexts what a stage means, where it can be referred to. */
@Injectable()
export class StageDirectory {
  constructor(private readonly stages: PipelineStageRepository) {}

  /**
   * Holds the stage and its pipeline until the transaction ends. Call it in a unit of work.
   * @throws 422 `stage.not_usable` when the organization has no such stage, or it or its pipeline is archived
   */
  async requireUsable(
    organizationId: string,
    id: string,
    member: string,
  ): Promise<{ pipeline_id: string; outcome: StageOutcome }> {
    return stageMustBeUsable(await this.stages.holdUsable(organizationId, id), member);
  }
}
