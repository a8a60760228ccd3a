import type { CalendarDate } from '../../../platform/values/index.js';
import { difference, exact, sumOf, type Figures } from './figures.js';
import type { OfferingBasis } from '../metrics-basis/metrics-basis.js';
import { revenueOf } from './offering-revenue.js';
import { roleMetrics, type RoleMetrics } from './role-metrics.js';

/** What an offering takes and earns. Hours are hours; cost, revenue and margin are amounts in the project's currency. */
export interface OfferingMetrics {
  readonly id: string;
  readonly projectId: string;
  readonly labor: Figures;
  readonly cost: Figures;
  readonly revenue: Figures;
  readonly margin: Figures;
  readonly roles: readonly RoleMetrics[];
}

/**
 * The metrics of an offering. What was sold is the offering's own, so that it still counts roles that are gone;
 * everything else is the sum of its roles.
 * @param asOf the day up to which the actual time is given, and after which planned time remains
 */
export function offeringMetrics(offering: OfferingBasis, asOf: CalendarDate): OfferingMetrics {
  const roles = offering.roles.map(roleMetrics);
  const labor = { ...sumOf(roles.map((role) => role.labor)), sold: exact(offering.sold_hours) };
  const cost = { ...sumOf(roles.map((role) => role.cost)), sold: exact(offering.sold_cost_amount) };
  const revenue = { ...revenueOf(offering, labor, asOf), sold: exact(offering.sold_revenue_amount) };
  const { id, project_id: projectId } = offering;
  return { id, projectId, labor, cost, revenue, margin: difference(revenue, cost), roles };
}
