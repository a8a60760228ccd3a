import type Big from 'big.js';
import { difference, ratioOf, sumOf, type Figures } from './figures.js';
import type { OfferingMetrics } from './offering-metrics.js';

export interface ProjectKpis {
  readonly labor: Figures;
  readonly cost: Figures;
  readonly revenue: Figures;
  readonly margin: Figures;
  /** Margin by revenue at completion; null where nothing is earned. */
  readonly marginRatio: Big | null;
}

export function projectKpis(offerings: readonly OfferingMetrics[]): ProjectKpis {
  const labor = sumOf(offerings.map((offering) => offering.labor));
  const cost = sumOf(offerings.map((offering) => offering.cost));
  const revenue = sumOf(offerings.map((offering) => offering.revenue));
  const margin = difference(revenue, cost);
  const marginRatio = ratioOf(margin.atCompletion, revenue.atCompletion);
  return { labor, cost, revenue, margin, marginRatio };
}
