import type Big from 'big.js';
import { exact, figuresOf, rounded, ZERO, type Figures } from './figures.js';
import type { RoleBasis } from '../metrics-basis/metrics-basis.js';

export interface RoleMetrics {
  readonly id: string;
  readonly roleId: string;
  readonly labor: Figures;
  readonly cost: Figures;
}

/** Hours and cost of an offering role; the cost of each figure is rounded once, after it is added up. */
export function roleMetrics(role: RoleBasis): RoleMetrics {
  const planned = role.planned.map(({ hours, cost_rate }) => ({ hours, cost_rate }));
  const remaining = role.planned.map((plan) => ({ ...plan, hours: plan.hours_to_completion }));
  const cost = (list: readonly PricedHours[]) => costOf(list, role.default_cost_rate);
  return {
    id: role.id,
    roleId: role.role_id,
    labor: figuresOf(exact(role.sold_hours), hoursIn(planned), hoursIn(role.actual), hoursIn(remaining)),
    cost: figuresOf(exact(role.sold_cost_amount), cost(planned), cost(role.actual), cost(remaining)),
  };
}

interface PricedHours {
  readonly hours: string;
  readonly cost_rate: string | null;
}

const hoursIn = (list: readonly PricedHours[]): Big => list.reduce((sum, { hours }) => sum.plus(hours), ZERO);

const costOf = (list: readonly PricedHours[], defaultCostRate: string | null): Big =>
  rounded(
    list.reduce(
      (sum, { hours, cost_rate }) => sum.plus(exact(cost_rate ?? defaultCostRate).times(hours)),
      ZERO,
    ),
  );
