import { Column, Entity } from 'typeorm';
import { Resource } from '../../../platform/database/index.js';
import { CrmIdentifiersColumn, type CrmIdentifier } from '../../../platform/crm-identifiers/index.js';
import type { BillingModel, RetainerPeriod } from '../billing/billing-model.js';

/** Amounts are in the currency of the project. */
@Entity('project_offerings')
export class ProjectOffering extends Resource {
  @Column('uuid')
  projectId!: string;

  @Column('text')
  name!: string;

  @Column('text')
  nameKey!: string;

  @Column('text')
  billingModel!: BillingModel;

  @Column('uuid', { nullable: true })
  rateCardId!: string | null;

  @Column('numeric', { precision: 15, scale: 4, nullable: true })
  fixedRevenueAmount!: string | null;

  @Column('numeric', { precision: 15, scale: 4, nullable: true })
  retainerAmount!: string | null;

  @Column('text', { nullable: true })
  retainerPeriod!: RetainerPeriod | null;

  /** The sold snapshot: what was planned when the project left pre_sale; null where nothing was sold. */
  @Column('numeric', { nullable: true })
  soldHours!: string | null;

  @Column('numeric', { nullable: true })
  soldCostAmount!: string | null;

  @Column('numeric', { nullable: true })
  soldRevenueAmount!: string | null;

  @CrmIdentifiersColumn()
  crmIdentifiers!: readonly CrmIdentifier[];
}
