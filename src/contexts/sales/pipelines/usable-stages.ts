import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Raw, Repository } from 'typeorm';
import { mustBeUsable, notArchived, UsableRecords } from '../../../platform/references/index.js';
import { Pipeline } from './pipeline.entity.js';
import { PipelineStage } from './pipeline-stage.entity.js';
import { stageNotUsable } from './pipeline-stage.rules.js';

/** Stages that are not archived, in a pipeline that is not either. */
@Injectable()
export class UsableStages extends UsableRecords<PipelineStage> {
  constructor(
    @InjectRepository(PipelineStage) stages: Repository<PipelineStage>,
    @InjectRepository(Pipeline) private readonly pipelines: Repository<Pipeline>,
  ) {
    super(stages, notArchived, stageNotUsable);
  }

  /** Locks the pipeline too, and first, as everywhere. */
  override async lockForShare(organizationId: string, id: string, member: string): Promise<PipelineStage> {
    const ofStage = (column: string) =>
      `${column} = (SELECT pipeline_id FROM pipeline_stages WHERE organization_id = :organizationId AND id = :stageId)`;
    const pipeline = await this.pipelines.findOne({
      where: { organizationId, id: Raw(ofStage, { organizationId, stageId: id }), isArchived: false },
      lock: { mode: 'pessimistic_read' },
    });
    mustBeUsable(pipeline, stageNotUsable, member);
    return super.lockForShare(organizationId, id, member);
  }
}
