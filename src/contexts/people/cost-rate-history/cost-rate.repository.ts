import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Conditions, Database, type Page, type PageRequest } from '../../../platform/database/index.js';
import type { CalendarDate, Money } from '../../../platform/values/index.js';
import { CostRate } from './cost-rate.entity.js';
import { costRateNotFound, type EffectiveCostRate } from './cost-rate.rules.js';

const columns = `c.effective_date, CASE WHEN c.amount IS NOT NULL
  THEN json_build_object('currency_code', c.currency_code, 'amount', c.amount) END AS cost_rate`;

/** The history of what an hour of a person costs: one row for each day on which the rate is set. */
@Injectable()
export class CostRateRepository {
  constructor(
    @InjectRepository(CostRate) private readonly costRates: Repository<CostRate>,
    private readonly database: Database,
  ) {}

  list(organizationId: string, personId: string, page: PageRequest): Promise<Page<EffectiveCostRate>> {
    const conditions = new Conditions()
      .and('c.organization_id = ?', organizationId)
      .and('c.person_id = ?', personId);
    const order = ['effective_date'];
    return this.database.page({ table: 'person_cost_rates c', columns, conditions, order, page });
  }

  /** The rate that counts on a day; null when none was set up to it. */
  findLast(organizationId: string, personId: string, day: CalendarDate): Promise<EffectiveCostRate | null> {
    return this.database.first<EffectiveCostRate>(
      `SELECT ${columns} FROM person_cost_rates c
       WHERE c.organization_id = $1 AND c.person_id = $2 AND c.effective_date <= $3
       ORDER BY c.effective_date DESC LIMIT 1`,
      [organizationId, personId, day],
    );
  }

  /** Sets the rate from a day on, up to the next day for which one is set; null: no rate. */
  async put(organizationId: string, personId: string, from: CalendarDate, rate: Money | null): Promise<void> {
    await this.costRates.upsert(
      {
        organizationId,
        personId,
        effectiveDate: from,
        currencyCode: rate?.currency_code ?? null,
        amount: rate ? String(rate.amount) : null,
      },
      ['organizationId', 'personId', 'effectiveDate'],
    );
  }

  async remove(organizationId: string, personId: string, day: CalendarDate): Promise<void> {
    const { affected } = await this.costRates.delete({ organizationId, personId, effectiveDate: day });
    if (!affected) throw costRateNotFound();
  }
}
