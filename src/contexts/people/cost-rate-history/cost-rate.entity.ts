import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { CalendarDate } from '../../../platform/values/index.js';

/** What an hour of a person costs from a day on, up to the day before the next one. Without currency and amount: no rate. */
@Entity('person_cost_rates')
export class CostRate {
  @PrimaryColumn('uuid')
  organizationId!: string;

  @PrimaryColumn('uuid')
  personId!: string;

  @PrimaryColumn('date')
  effectiveDate!: CalendarDate;

  @Column('text', { nullable: true })
  currencyCode!: string | null;

  @Column('numeric', { precision: 15, scale: 4, nullable: true })
  amount!: string | null;
}
