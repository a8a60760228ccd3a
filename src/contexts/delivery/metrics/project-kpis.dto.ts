import { ApiSchema } from '@nestjs/swagger';
import {
  ResponseNumberMember,
  MoneyMember,
  NumberMember,
  type MoneyValue,
} from '../../../platform/http/index.js';
import { LEFT_OUT, marginRatio, moneyIn, usd } from './metrics-members.dto.js';
import type { ProjectKpis } from '../figures/project-kpis.js';

const hours = { minimum: 0, maximum: 1_000_000_000, decimals: 2 };

@ApiSchema({ description: 'The sums of the metrics of all offerings of a project.' })
export class ProjectKpisResponse {
  @NumberMember({
    description: 'Planned when the project left pre_sale; 0 where nothing was sold.',
    example: 320,
    ...hours,
  })
  sold_hours!: number;

  @NumberMember({ description: 'All planned time, in hours.', example: 340, ...hours })
  planned_hours!: number;

  @NumberMember({
    description: 'Actual time up to the as-of date of the metrics, in hours.',
    example: 120.5,
    ...hours,
  })
  actual_hours!: number;

  @NumberMember({
    description: 'Planned time after the as-of date of the metrics, in hours.',
    example: 210,
    ...hours,
  })
  remaining_planned_hours!: number;

  @NumberMember({ description: 'actual_hours and remaining_planned_hours.', example: 330.5, ...hours })
  estimated_at_completion_hours!: number;

  @MoneyMember({
    description: `Cost of all planned time. ${LEFT_OUT}`,
    example: usd(17000),
    optional: true,
  })
  planned_cost?: MoneyValue;

  @MoneyMember({ description: `Cost of the actual time. ${LEFT_OUT}`, example: usd(6025), optional: true })
  actual_cost?: MoneyValue;

  @MoneyMember({
    description: `Cost of the actual time and the remaining planned time. ${LEFT_OUT}`,
    example: usd(16525),
    optional: true,
  })
  estimated_at_completion_cost?: MoneyValue;

  @MoneyMember({ description: 'Revenue at completion.', example: usd(49575) })
  revenue!: MoneyValue;

  @MoneyMember({
    description: `Revenue without cost, at completion; may be negative. ${LEFT_OUT}`,
    example: usd(33050),
    optional: true,
  })
  margin_amount?: MoneyValue;

  @ResponseNumberMember({
    description: `margin_amount by revenue, with four decimals; null where the revenue is 0. ${LEFT_OUT}`,
    example: 0.6667,
    ...marginRatio,
    optional: true,
    nullable: true,
  })
  margin?: number | null;
}

/** @param mayReadRates whether costs and margins are shown */
export function toProjectKpisResponse(
  { labor, cost, revenue, margin, marginRatio }: ProjectKpis,
  currencyCode: string,
  mayReadRates: boolean,
): ProjectKpisResponse {
  const money = moneyIn(currencyCode);
  return {
    sold_hours: labor.sold.toNumber(),
    planned_hours: labor.planned.toNumber(),
    actual_hours: labor.actual.toNumber(),
    remaining_planned_hours: labor.toCompletion.toNumber(),
    estimated_at_completion_hours: labor.atCompletion.toNumber(),
    ...(mayReadRates && {
      planned_cost: money(cost.planned),
      actual_cost: money(cost.actual),
      estimated_at_completion_cost: money(cost.atCompletion),
    }),
    revenue: money(revenue.atCompletion),
    ...(mayReadRates && {
      margin_amount: money(margin.atCompletion),
      margin: marginRatio?.toNumber() ?? null,
    }),
  };
}
