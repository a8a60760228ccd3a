import { Column, Entity } from 'typeorm';
import { Resource } from '../../../platform/database/index.js';
import { CrmIdentifiersColumn, type CrmIdentifier } from '../../../platform/crm-identifiers/index.js';

@Entity('roles')
export class Role extends Resource {
  @Column('text')
  name!: string;

  @Column('text')
  nameKey!: string;

  @Column('uuid')
  departmentId!: string;

  @Column('numeric', { precision: 5, scale: 4, default: 1 })
  capacity!: string;

  @Column('numeric', { precision: 5, scale: 4, default: 0.8 })
  billableUtilizationTarget!: string;

  @Column('text', { nullable: true })
  defaultCostRateCurrencyCode!: string | null;

  /** Per hour. */
  @Column('numeric', { precision: 15, scale: 4, nullable: true })
  defaultCostRateAmount!: string | null;

  /** The one role of the organization that people without a role have. */
  @Column('boolean', { default: false })
  isUnassigned!: boolean;

  @Column('boolean', { default: false })
  isArchived!: boolean;

  @CrmIdentifiersColumn()
  crmIdentifiers!: readonly CrmIdentifier[];
}
