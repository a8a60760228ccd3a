import { Column, Entity } from 'typeorm';
import { Resource } from '../../../platform/database/index.js';
import { CrmIdentifiersColumn, type CrmIdentifier } from '../../../platform/crm-identifiers/index.js';
import type { ProjectModel } from '../billing/project-model.js';
import type { ProjectStatus } from '../project-status/project-status.js';

@Entity('projects')
export class Project extends Resource {
  @Column('text')
  name!: string;

  @Column('text')
  nameKey!: string;

  @Column('text')
  projectModel!: ProjectModel;

  @Column('uuid', { nullable: true })
  clientId!: string | null;

  @Column('text')
  status!: ProjectStatus;

  @Column('uuid', { nullable: true })
  stageId!: string | null;

  @Column('date', { nullable: true })
  startDate!: string | null;

  @Column('date', { nullable: true })
  endDate!: string | null;

  @Column('numeric', { precision: 5, scale: 4 })
  targetMargin!: string;

  @Column('numeric', { precision: 15, scale: 4, nullable: true })
  targetBudgetAmount!: string | null;

  @Column('text', { nullable: true })
  targetBudgetCurrencyCode!: string | null;

  @Column('text')
  currencyCode!: string;

  @Column('boolean', { default: true })
  isIncluded!: boolean;

  @Column('jsonb')
  metadata!: object;

  @Column('uuid', { nullable: true })
  mergedIntoId!: string | null;

  @Column('boolean', { default: false })
  isArchived!: boolean;

  @CrmIdentifiersColumn()
  crmIdentifiers!: readonly CrmIdentifier[];
}
