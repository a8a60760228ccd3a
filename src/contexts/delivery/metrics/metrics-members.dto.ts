import { ApiSchema } from '@nestjs/swagger';
import type Big from 'big.js';
import {
  ResponseNumberMember,
  ResponseObjectMember,
  MoneyMember,
  NumberMember,
  type MoneyValue,
} from '../../../platform/http/index.js';
import { ratioOf, type Figures } from '../figures/figures.js';

/** Costs by hours would show the cost rates, and so would margins by revenue. */
export const LEFT_OUT = 'Left out for tokens without `rates:read`.';

/** What a margin is by its revenue: of 0.0001 with the largest cost, as far below 0 as that. */
export const marginRatio = { minimum: -1e24, maximum: 1, decimals: 4 };

export const usd = (amount: number): MoneyValue => ({ currency_code: 'USD', amount });

const Hours = (description: string, example: number): PropertyDecorator =>
  NumberMember({ description, example, minimum: 0, maximum: 1_000_000_000, decimals: 2 });

const Amount = (description: string, amount: number): PropertyDecorator =>
  MoneyMember({ description, example: usd(amount) });

@ApiSchema({ description: 'Hours.' })
export class LaborMetrics {
  @Hours('Planned when the project left pre_sale; 0 where nothing was sold.', 320)
  sold!: number;

  @Hours('All planned time.', 340)
  planned!: number;

  @Hours('Actual time up to as_of_date.', 120.5)
  actual!: number;

  @Hours('Planned time after as_of_date.', 210)
  estimated_to_completion!: number;

  @Hours('actual and estimated_to_completion.', 330.5)
  estimated_at_completion!: number;
}

@ApiSchema({ description: 'What the hours cost.' })
export class CostMetrics {
  @Amount('Of the planned hours when the project left pre_sale; 0 where nothing was sold.', 16000)
  sold_costs!: MoneyValue;

  @Amount('Of all planned time.', 17000)
  planned_costs!: MoneyValue;

  @Amount('Of the actual time up to as_of_date.', 6025)
  actual_costs!: MoneyValue;

  @Amount('Of the planned time after as_of_date.', 10500)
  estimated_to_completion_costs!: MoneyValue;

  @Amount('actual_costs and estimated_to_completion_costs.', 16525)
  estimated_at_completion_costs!: MoneyValue;
}

@ApiSchema({ description: 'What the hours earn.' })
export class RevenueMetrics {
  @Amount('Planned when the project left pre_sale; 0 where nothing was sold.', 48000)
  sold_revenue!: MoneyValue;

  @Amount('What the plan earns.', 51000)
  planned_revenue!: MoneyValue;

  @Amount('Earned up to as_of_date.', 18075)
  actual_revenue!: MoneyValue;

  @Amount('To be earned after as_of_date.', 31500)
  estimated_to_completion_revenue!: MoneyValue;

  @Amount('actual_revenue and estimated_to_completion_revenue.', 49575)
  estimated_at_completion_revenue!: MoneyValue;
}

@ApiSchema({ description: 'Revenue without cost.' })
export class Margin {
  @Amount('Revenue without cost; may be negative.', 33050)
  amount!: MoneyValue;

  @ResponseNumberMember({
    description: 'The amount by the revenue, with four decimals; null where the revenue is 0.',
    example: 0.6667,
    ...marginRatio,
    nullable: true,
  })
  ratio!: number | null;
}

const MarginOf = (figures: string, amount: number, ratio: number): PropertyDecorator =>
  ResponseObjectMember(() => Margin, {
    description: `Of ${figures}.`,
    example: { amount: usd(amount), ratio },
  });

@ApiSchema({ description: 'What stays of the revenue.' })
export class MarginMetrics {
  @MarginOf('sold_revenue', 32000, 0.6667)
  sold_margin!: Margin;

  @MarginOf('planned_revenue', 34000, 0.6667)
  planned_margin!: Margin;

  @MarginOf('actual_revenue', 12050, 0.6667)
  actual_margin!: Margin;

  @MarginOf('estimated_to_completion_revenue', 21000, 0.6667)
  estimated_to_completion_margin!: Margin;

  @MarginOf('estimated_at_completion_revenue', 33050, 0.6667)
  estimated_at_completion_margin!: Margin;
}

export const moneyIn =
  (currency_code: string) =>
  (amount: Big): MoneyValue => ({ currency_code, amount: amount.toNumber() });

export const laborMetrics = (labor: Figures): LaborMetrics => ({
  sold: labor.sold.toNumber(),
  planned: labor.planned.toNumber(),
  actual: labor.actual.toNumber(),
  estimated_to_completion: labor.toCompletion.toNumber(),
  estimated_at_completion: labor.atCompletion.toNumber(),
});

export function costMetrics(cost: Figures, currencyCode: string): CostMetrics {
  const money = moneyIn(currencyCode);
  return {
    sold_costs: money(cost.sold),
    planned_costs: money(cost.planned),
    actual_costs: money(cost.actual),
    estimated_to_completion_costs: money(cost.toCompletion),
    estimated_at_completion_costs: money(cost.atCompletion),
  };
}

export function revenueMetrics(revenue: Figures, currencyCode: string): RevenueMetrics {
  const money = moneyIn(currencyCode);
  return {
    sold_revenue: money(revenue.sold),
    planned_revenue: money(revenue.planned),
    actual_revenue: money(revenue.actual),
    estimated_to_completion_revenue: money(revenue.toCompletion),
    estimated_at_completion_revenue: money(revenue.atCompletion),
  };
}

export function marginMetrics(margin: Figures, revenue: Figures, currencyCode: string): MarginMetrics {
  const money = moneyIn(currencyCode);
  const of = (figure: keyof Figures): Margin => ({
    amount: money(margin[figure]),
    ratio: ratioOf(margin[figure], revenue[figure])?.toNumber() ?? null,
  });
  return {
    sold_margin: of('sold'),
    planned_margin: of('planned'),
    actual_margin: of('actual'),
    estimated_to_completion_margin: of('toCompletion'),
    estimated_at_completion_margin: of('atCompletion'),
  };
}
