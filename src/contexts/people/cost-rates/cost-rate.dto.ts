import { DateMember, MoneyMember, MoneyValue, pageOf } from '../../../platform/http/index.js';
import type { EffectiveCostRate } from '../cost-rate-history/cost-rate.rules.js';

export class CostRateResponse implements EffectiveCostRate {
  @DateMember({
    description:
      'Day from which the rate counts, up to the day before the next one; 1900-01-01: always. A person has one rate for a day.',
    example: '2026-12-01',
  })
  effective_date!: string;

  @MoneyMember({
    description: 'What an hour costs. Null: the person has no rate from this day on.',
    example: { currency_code: 'USD', amount: 95.5 },
    nullable: true,
  })
  cost_rate!: MoneyValue | null;
}

export class CostRatePage extends pageOf(CostRateResponse) {}
