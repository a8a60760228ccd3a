import { ApiSchema } from '@nestjs/swagger';
import {
  ResponseListMember,
  ResponseObjectMember,
  ChoiceMember,
  DateMember,
  IdMember,
  InstantMember,
} from '../../../platform/http/index.js';
import { calculationThresholdChoices, type CalculationThreshold } from '../../organization/index.js';
import {
  CostMetrics,
  costMetrics,
  LaborMetrics,
  laborMetrics,
  LEFT_OUT,
  MarginMetrics,
  marginMetrics,
  RevenueMetrics,
  revenueMetrics,
  usd,
} from './metrics-members.dto.js';
import type { CalculatedOffering } from './metrics.service.js';

const margin = (amount: number) => ({ amount: usd(amount), ratio: 0.6667 });

const laborExample = {
  sold: 320,
  planned: 340,
  actual: 120.5,
  estimated_to_completion: 210,
  estimated_at_completion: 330.5,
};
const costExample = {
  sold_costs: usd(16000),
  planned_costs: usd(17000),
  actual_costs: usd(6025),
  estimated_to_completion_costs: usd(10500),
  estimated_at_completion_costs: usd(16525),
};

@ApiSchema({ description: 'The hours and the cost of one role of the offering.' })
export class OfferingRoleMetrics {
  @IdMember({ of: 'project offering role', description: 'The offering role.' })
  project_offering_role_id!: string;

  @IdMember({ of: 'role', description: 'Its role.' })
  role_id!: string;

  @ResponseObjectMember(() => LaborMetrics, { description: 'Hours.', example: laborExample })
  labor_metrics!: LaborMetrics;

  @ResponseObjectMember(() => CostMetrics, {
    description: `Cost of the hours. ${LEFT_OUT}`,
    example: costExample,
    optional: true,
  })
  cost_metrics?: CostMetrics;
}

@ApiSchema({ description: 'The metrics of one offering as of a day.' })
export class ProjectOfferingMetricsResponse {
  @IdMember({ of: 'project offering', description: 'The offering.' })
  id!: string;

  @InstantMember({ description: 'When this was calculated.', example: '2026-11-25T06:30:00.000Z' })
  calculated_date!: string;

  @ChoiceMember(calculationThresholdChoices, {
    description: 'Up to when actual time counts: the setting of the organization.',
    example: 'last_week',
  })
  calculation_threshold!: CalculationThreshold;

  @DateMember({
    description: 'The last day whose actual time counts; planned time after it remains.',
    example: '2026-11-22',
  })
  as_of_date!: string;

  @ResponseObjectMember(() => LaborMetrics, { description: 'Hours of all roles.', example: laborExample })
  labor_metrics!: LaborMetrics;

  @ResponseObjectMember(() => CostMetrics, {
    description: `Cost of the hours of all roles. ${LEFT_OUT}`,
    example: costExample,
    optional: true,
  })
  cost_metrics?: CostMetrics;

  @ResponseObjectMember(() => RevenueMetrics, {
    description: 'What the offering earns by its billing model.',
    example: {
      sold_revenue: usd(48000),
      planned_revenue: usd(51000),
      actual_revenue: usd(18075),
      estimated_to_completion_revenue: usd(31500),
      estimated_at_completion_revenue: usd(49575),
    },
  })
  revenue_metrics!: RevenueMetrics;

  @ResponseObjectMember(() => MarginMetrics, {
    description: `Revenue without cost. ${LEFT_OUT}`,
    example: {
      sold_margin: margin(32000),
      planned_margin: margin(34000),
      actual_margin: margin(12050),
      estimated_to_completion_margin: margin(21000),
      estimated_at_completion_margin: margin(33050),
    },
    optional: true,
  })
  margin_metrics?: MarginMetrics;

  @ResponseListMember(() => OfferingRoleMetrics, {
    description: 'Hours and cost of each role of the offering, in the order of their creation.',
    example: [],
  })
  roles!: OfferingRoleMetrics[];
}

/** @param mayReadRates whether costs and margins are shown */
export function toOfferingMetricsResponse(
  { calculation, currencyCode, metrics }: CalculatedOffering,
  mayReadRates: boolean,
): ProjectOfferingMetricsResponse {
  const { labor, cost, revenue } = metrics;
  return {
    id: metrics.id,
    calculated_date: calculation.calculatedAt.toISOString(),
    calculation_threshold: calculation.threshold,
    as_of_date: calculation.asOf,
    labor_metrics: laborMetrics(labor),
    ...(mayReadRates && { cost_metrics: costMetrics(cost, currencyCode) }),
    revenue_metrics: revenueMetrics(revenue, currencyCode),
    ...(mayReadRates && { margin_metrics: marginMetrics(metrics.margin, revenue, currencyCode) }),
    roles: metrics.roles.map((role) => ({
      project_offering_role_id: role.id,
      role_id: role.roleId,
      labor_metrics: laborMetrics(role.labor),
      ...(mayReadRates && { cost_metrics: costMetrics(role.cost, currencyCode) }),
    })),
  };
}
