import { describe, expect, it } from '@jest/globals';
import type { Figures } from './figures.js';
import type { RoleBasis } from '../metrics-basis/metrics-basis.js';
import { roleMetrics } from './role-metrics.js';

const day = { first_date: '2026-11-02', last_date: '2026-11-06' };
const of = { ...day, project_offering_role_id: 'r' };

const role = (members: Partial<RoleBasis> = {}): RoleBasis => ({
  id: 'r',
  role_id: 'engineer',
  default_cost_rate: null,
  bill_rate: null,
  sold_hours: null,
  sold_cost_amount: null,
  planned: [],
  actual: [],
  ...members,
});
const numbers = (figures: Figures) => ({
  sold: Number(figures.sold),
  planned: Number(figures.planned),
  actual: Number(figures.actual),
  toCompletion: Number(figures.toCompletion),
  atCompletion: Number(figures.atCompletion),
});

describe('an offering role', () => {
  it('costs what its person costs at the time, two rates one after the other', () => {
    const { labor, cost } = roleMetrics(
      role({
        default_cost_rate: '999',
        sold_hours: '55',
        sold_cost_amount: '2750',
        planned: [
          { ...day, cost_rate: '50', hours: '40', hours_to_completion: '0' },
          { ...day, cost_rate: '60', hours: '20', hours_to_completion: '15' },
        ],
        actual: [
          { ...of, cost_rate: '50', hours: '38.5', billable_hours: '30' },
          { ...of, cost_rate: '60', hours: '6', billable_hours: '0' },
        ],
      }),
    );
    expect(numbers(labor)).toEqual({
      sold: 55,
      planned: 40 + 20,
      actual: 38.5 + 6,
      toCompletion: 0 + 15,
      atCompletion: 44.5 + 15,
    });
    expect(numbers(cost)).toEqual({
      sold: 2750,
      planned: 40 * 50 + 20 * 60,
      // 38.5 × 50 = 1925, 6 × 60 = 360, whether they are billable or not
      actual: 1925 + 360,
      toCompletion: 15 * 60,
      atCompletion: 2285 + 900,
    });
  });

  it('costs the default of the role where its person has no rate, and nothing where there is none', () => {
    const planned = [
      { ...day, cost_rate: '50', hours: '2', hours_to_completion: '2' },
      { ...day, cost_rate: null, hours: '3', hours_to_completion: '1' },
    ];
    const withDefault = roleMetrics(role({ planned, default_cost_rate: '40' })).cost;
    expect([withDefault.planned, withDefault.toCompletion].map(Number)).toEqual([
      2 * 50 + 3 * 40,
      2 * 50 + 1 * 40,
    ]);
    const without = roleMetrics(role({ planned })).cost;
    expect([without.planned, without.toCompletion].map(Number)).toEqual([2 * 50, 2 * 50]);
  });

  it('may cost nothing by its person, whatever the default is', () => {
    const planned = [{ ...day, cost_rate: '0', hours: '8', hours_to_completion: '8' }];
    expect(Number(roleMetrics(role({ planned, default_cost_rate: '40' })).cost.planned)).toBe(0);
  });

  it('is rounded half up to four decimals once, after its hours are added up', () => {
    const hours = { ...day, hours: '0.25', hours_to_completion: '0' };
    const planned = [
      { ...hours, cost_rate: '0.0001' },
      { ...hours, cost_rate: '0.0001' },
    ];
    // 0.25 × 0.0001 = 0.000025, which alone would be 0; twice it is 0.00005, which is rounded to 0.0001
    expect(Number(roleMetrics(role({ planned })).cost.planned)).toBe(0.0001);
  });

  it('without hours takes nothing', () => {
    const nothing = { sold: 0, planned: 0, actual: 0, toCompletion: 0, atCompletion: 0 };
    const { labor, cost } = roleMetrics(role({ default_cost_rate: '40' }));
    expect([numbers(labor), numbers(cost)]).toEqual([nothing, nothing]);
  });
});
