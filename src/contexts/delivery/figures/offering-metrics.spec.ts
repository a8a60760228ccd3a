import { describe, expect, it } from '@jest/globals';
import type { Figures } from './figures.js';
import type { OfferingBasis, RoleBasis } from '../metrics-basis/metrics-basis.js';
import { offeringMetrics } from './offering-metrics.js';

const days = { first_date: '2026-11-02', last_date: '2026-11-30' };

const engineer: RoleBasis = {
  id: 'r1',
  role_id: 'engineer',
  default_cost_rate: '70',
  bill_rate: '150',
  sold_hours: '50',
  sold_cost_amount: '2500',
  planned: [
    { ...days, cost_rate: '50', hours: '40', hours_to_completion: '0' },
    { ...days, cost_rate: '55.5', hours: '20', hours_to_completion: '12' },
  ],
  actual: [
    {
      ...days,
      project_offering_role_id: 'r1',
      cost_rate: '50',
      hours: '36.25',
      billable_hours: '32.25',
    },
  ],
};
const unassigned: RoleBasis = {
  ...engineer,
  id: 'r2',
  role_id: 'designer',
  bill_rate: '100',
  sold_hours: '10',
  sold_cost_amount: '700',
  planned: [{ ...days, cost_rate: null, hours: '10', hours_to_completion: '10' }],
  actual: [],
};

const offering = (members: Partial<OfferingBasis> = {}): OfferingBasis => ({
  id: 'o',
  project_id: 'p',
  currency_code: 'USD',
  billing_model: 'time_and_materials',
  fixed_revenue_amount: null,
  retainer_amount: null,
  retainer_period: null,
  sold_hours: '64',
  sold_cost_amount: '3480',
  sold_revenue_amount: '9000',
  roles: [engineer, unassigned],
  ...members,
});
const numbers = ({ sold, planned, actual, toCompletion, atCompletion }: Figures) =>
  [sold, planned, actual, toCompletion, atCompletion].map(Number);

describe('the metrics of an offering', () => {
  const metrics = offeringMetrics(offering(), '2026-11-15');

  it('add up the hours and costs of its roles', () => {
    expect(numbers(metrics.labor)).toEqual([64, 40 + 20 + 10, 36.25, 12 + 10, 36.25 + 22]);
    expect(numbers(metrics.cost)).toEqual([
      3480,
      40 * 50 + 20 * 55.5 + 10 * 70,
      36.25 * 50,
      12 * 55.5 + 10 * 70,
      // 1812.5 so far, 666 + 700 to come
      1812.5 + 1366,
    ]);
    expect(metrics.roles.map((role) => [role.id, role.roleId, numbers(role.labor)])).toEqual([
      ['r1', 'engineer', [50, 60, 36.25, 12, 48.25]],
      ['r2', 'designer', [10, 10, 0, 10, 10]],
    ]);
  });

  it('have as margin the revenue without the cost', () => {
    expect(numbers(metrics.revenue)).toEqual([
      9000,
      60 * 150 + 10 * 100,
      32.25 * 150,
      12 * 150 + 10 * 100,
      // 4837.5 so far, 2800 to come
      4837.5 + 2800,
    ]);
    expect(numbers(metrics.margin)).toEqual([
      9000 - 3480,
      10000 - 3810,
      4837.5 - 1812.5,
      2800 - 1366,
      7637.5 - 3178.5,
    ]);
  });

  it('show what was sold also of roles that are gone, and 0 where nothing was', () => {
    const sold = ({ labor, cost, revenue, margin }: typeof metrics) =>
      [labor, cost, revenue, margin].map((figures) => Number(figures.sold));
    expect(sold(offeringMetrics(offering({ roles: [] }), '2026-11-15'))).toEqual([64, 3480, 9000, 5520]);
    const unsold = { sold_hours: null, sold_cost_amount: null, sold_revenue_amount: null };
    expect(sold(offeringMetrics(offering(unsold), '2026-11-15'))).toEqual([0, 0, 0, 0]);
  });

  it('that earns nothing are a loss of its cost', () => {
    const { margin } = offeringMetrics(offering({ billing_model: 'non_billable' }), '2026-11-15');
    expect(numbers(margin)).toEqual([5520, -3810, -1812.5, -1366, -3178.5]);
  });

  it('are all 0 without roles and without a snapshot', () => {
    const unsold = { sold_hours: null, sold_cost_amount: null, sold_revenue_amount: null };
    const { labor, cost, revenue, margin } = offeringMetrics(
      offering({ ...unsold, roles: [] }),
      '2026-11-15',
    );
    for (const figures of [labor, cost, revenue, margin]) expect(numbers(figures)).toEqual([0, 0, 0, 0, 0]);
  });
});
