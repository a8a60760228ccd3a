import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/index.js';
import { moneyOf, type CalendarDate, type Money } from '../../../platform/values/index.js';

/** The history of what an hour of a person costs: one row for each day on which the rate changes. */
@Injectable()
export class CostRateRepository {
  constructor(private readonly database: Database) {}

  /** The rate that counts on a day; null when there is none. */
  async findOn(organizationId: string, personId: string, day: CalendarDate): Promise<Money | null> {
    const row = await this.database.first<{ currency_code: string | null; amount: number | null }>(
      `SELECT currency_code, amount::float8 FROM person_cost_rates
       WHERE organization_id = $1 AND person_id = $2 AND effective_date <= $3
       ORDER BY effective_date DESC LIMIT 1`,
      [organizationId, personId, day],
    );
    return row && moneyOf(row.currency_code, row.amount);
  }

  /** Sets the rate from a day on, up to the next day on which it changes; null: no rate. */
  async put(organizationId: string, personId: string, from: CalendarDate, rate: Money | null): Promise<void> {
    await this.database.rows(
      `INSERT INTO person_cost_rates (organization_id, person_id, effective_date, currency_code, amount)
       VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT ON CONSTRAINT person_cost_rates_pkey
       DO UPDATE SET currency_code = excluded.currency_code, amount = excluded.amount`,
      [organizationId, personId, from, rate?.currency_code ?? null, rate?.amount ?? null],
    );
  }
}
