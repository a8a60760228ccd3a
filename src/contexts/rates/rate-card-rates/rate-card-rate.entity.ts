import { Column, Entity } from 'typeorm';
import { Resource } from '../../../platform/database/index.js';
import { CrmIdentifiersColumn, type CrmIdentifier } from '../../../platform/crm-identifiers/index.js';

@Entity('rate_card_rates')
export class RateCardRate extends Resource {
  @Column('uuid')
  rateCardId!: string;

  @Column('uuid')
  roleId!: string;

  /** Per hour, in the currency of the card. */
  @Column('numeric', { precision: 15, scale: 4 })
  billRateAmount!: string;

  @CrmIdentifiersColumn()
  crmIdentifiers!: readonly CrmIdentifier[];
}
