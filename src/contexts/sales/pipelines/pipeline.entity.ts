import { Column, Entity } from 'typeorm';
import { Resource } from '../../../platform/database/index.js';
import { CrmIdentifiersColumn, type CrmIdentifier } from '../../../platform/crm-identifiers/index.js';

@Entity('pipelines')
export class Pipeline extends Resource {
  @Column('text')
  name!: string;

  @Column('text')
  nameKey!: string;

  @Column('numeric', { precision: 15, scale: 4, nullable: true })
  budgetAmount!: string | null;

  @Column('text', { nullable: true })
  budgetCurrencyCode!: string | null;

  @Column('date', { nullable: true })
  anticipatedStartDate!: string | null;

  @Column('boolean', { default: false })
  isArchived!: boolean;

  @CrmIdentifiersColumn()
  crmIdentifiers!: readonly CrmIdentifier[];
}
