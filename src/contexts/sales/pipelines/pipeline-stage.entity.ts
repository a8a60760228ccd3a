import { Column, Entity } from 'typeorm';
import { Resource } from '../../../platform/database/index.js';
import { CrmIdentifiersColumn, type CrmIdentifier } from '../../../platform/crm-identifiers/index.js';

export const stageOutcomes = ['open', 'won', 'lost'] as const;

export type StageOutcome = (typeof stageOutcomes)[number];

@Entity('pipeline_stages')
export class PipelineStage extends Resource {
  @Column('uuid')
  pipelineId!: string;

  @Column('text')
  name!: string;

  @Column('text')
  nameKey!: string;

  @Column('integer')
  position!: number;

  @Column('numeric', { precision: 5, scale: 4 })
  likelihood!: string;

  @Column('text')
  outcome!: StageOutcome;

  @Column('boolean', { default: false })
  isArchived!: boolean;

  @CrmIdentifiersColumn()
  crmIdentifiers!: readonly CrmIdentifier[];
}
