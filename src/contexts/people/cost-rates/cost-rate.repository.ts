import { Injectable } from '@nestjs/common';
import { Conditions, Database, type Page, type PageRequest } from '../../../platform/database/index.js';
import type { CalendarDate, Money } from '../../../platform/values/index.js';
import type { CostRateResponse } from './cost-rate.dto.js';
import { costRateNotFound } from './cost-rate.rules.js';

const columns = `c.effective_date, CASE WHEN c.amount IS NOT NULL
  THEN json_build_object('currency_code', c.currency_code, 'amount', c.amount) END AS cost_rate`;

/** The history of what an hour of a person costs: one row for each day on which the rate is set. */
@Injectable()
export class CostRateRepository {
  constructor(private readonly database: Database) {}

  list(organizationId: string, personId: string, page: PageRequest): Promise<Page<CostRateResponse>> {
    const conditions = new Conditions()
      .and('c.organization_id = ?', organizationId)
      .and('c.person_id = ?', personId);
    const order = ['effective_date'];
    return this.database.page({ table: 'person_cost_rates c', columns, conditions, order, page });
  }

  /** The rate that counts on a day; null when none was set up to it. */
  findLast(organizationId: string, personId: string, day: CalendarDate): Promise<CostRateResponse | null> {
    return this.database.first<CostRateResponse>(
      `SELECT ${columns} FROM person_cost_rates c
       WHERE c.organization_id = $1 AND c.person_id = $2 AND c.effective_date <= $3
       ORDER BY c.effective_date DESC LIMIT 1`,
      [organizationId, personId, day],
    );
  }

  /** Sets the rate from a day on, up to the next day for which one is set; null: no rate. */
  async put(organizationId: string, personId: string, from: CalendarDate, rate: Money | null): Promise<void> {
    await this.database.rows(
      `INSERT INTO person_cost_rates (organization_id, person_id, effective_date, currency_code, amount)
       VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT ON CONSTRAINT person_cost_rates_pkey
       DO UPDATE SET currency_code = excluded.currency_code, amount = excluded.amount`,
      [organizationId, personId, from, rate?.currency_code ?? null, rate?.amount ?? null],
    );
  }

  async remove(organizationId: string, personId: string, day: CalendarDate): Promise<void> {
    const removed = await this.database.rows(
      `DELETE FROM person_cost_rates WHERE organization_id = $1 AND person_id = $2 AND effective_date = $3
       RETURNING 1`,
      [organizationId, personId, day],
    );
    if (removed.length > 0) return;
    throw costRateNotFound();
  }
}
