import { describe, expect, it } from '@jest/globals';
import type { OfferingBasis, RoleBasis } from '../metrics-basis/metrics-basis.js';
import { offeringMetrics } from './offering-metrics.js';

const blankRole: RoleBasis = {
  id: 'r',
  role_id: 'engineer',
  default_cost_rate: null,
  bill_rate: null,
  sold_hours: null,
  sold_cost_amount: null,
  planned: [],
  actual: [],
};

/** Planned hours from one day to another, of which the remaining ones lie after the as-of date. */
const plan = (first_date: string, last_date: string, hours = 8, remaining = 0) => ({
  cost_rate: '1',
  hours: String(hours),
  hours_to_completion: String(remaining),
  first_date,
  last_date,
});
const work = (first_date: string, last_date: string, hours = 8, billable = hours) => ({
  project_offering_role_id: 'r',
  cost_rate: '1',
  hours: String(hours),
  billable_hours: String(billable),
  first_date,
  last_date,
});

/** Revenue as planned, actual, to completion and at completion. */
function revenue(
  offering: Partial<OfferingBasis> & Pick<OfferingBasis, 'billing_model'>,
  roles: readonly Partial<RoleBasis>[],
  asOf = '2026-11-15',
): number[] {
  const { planned, actual, toCompletion, atCompletion } = offeringMetrics(
    {
      id: 'o',
      project_id: 'p',
      currency_code: 'USD',
      fixed_revenue_amount: null,
      retainer_amount: null,
      retainer_period: null,
      sold_hours: null,
      sold_cost_amount: null,
      sold_revenue_amount: null,
      ...offering,
      roles: roles.map((role) => ({ ...blankRole, ...role })),
    },
    asOf,
  ).revenue;
  return [planned, actual, toCompletion, atCompletion].map(Number);
}

const november = ['2026-11-02', '2026-11-30'] as const;

describe('time_and_materials earns', () => {
  const model = { billing_model: 'time_and_materials' } as const;

  it('the billable hours of each role by its bill rate', () => {
    const engineer = {
      bill_rate: '150',
      planned: [plan(...november, 40, 25)],
      // 20 hours of work, 4 of them not billable
      actual: [work(...november, 20, 16)],
    };
    const designer = {
      bill_rate: '120.5',
      planned: [plan(...november, 10, 0)],
      actual: [work(...november, 8)],
    };
    expect(revenue(model, [engineer, designer])).toEqual([
      40 * 150 + 10 * 120.5,
      16 * 150 + 8 * 120.5,
      25 * 150,
      16 * 150 + 8 * 120.5 + 25 * 150,
    ]);
  });

  it('the hours of all cost rates, and nothing for a role without a bill rate', () => {
    const planned = [plan(...november, 5, 5), { ...plan(...november, 3, 1), cost_rate: '70' }];
    const actual = [work(...november, 2), { ...work(...november, 1), cost_rate: '70' }];
    expect(revenue(model, [{ bill_rate: '100', planned, actual }])).toEqual([
      (5 + 3) * 100,
      (2 + 1) * 100,
      (5 + 1) * 100,
      300 + 600,
    ]);
    expect(revenue(model, [{ planned, actual }])).toEqual([0, 0, 0, 0]);
  });

  it('amounts that are rounded half up to four decimals for each role', () => {
    // 0.5 × 0.0001 = 0.00005, rounded to 0.0001; of two roles 0.0002, not 0.0001
    const role = { bill_rate: '0.0001', planned: [plan(...november, 0.5, 0)] };
    expect(revenue(model, [role, role])[0]).toBe(0.0002);
  });
});

describe('fixed_bid earns', () => {
  const model = { billing_model: 'fixed_bid', fixed_revenue_amount: '10000' } as const;

  it('its price in proportion to the hours, whether they are billable or not', () => {
    // 30 hours worked of 30 + 45 at completion: 10000 × 30 / 75 = 4000
    const role = { planned: [plan(...november, 80, 45)], actual: [work(...november, 30, 0)] };
    expect(revenue(model, [role])).toEqual([10000, (10000 * 30) / 75, 10000 - 4000, 10000]);
  });

  it('thirds that are rounded, with the rest to completion, so that the price comes out', () => {
    // 10 hours worked of 10 + 20: 10000 / 3 = 3333.33333...
    const third = [{ planned: [plan(...november, 30, 20)], actual: [work(...november, 10)] }];
    expect(revenue(model, third)).toEqual([10000, 3333.3333, 6666.6667, 10000]);
    // 20 hours worked of 20 + 10: 20000 / 3 = 6666.66666...
    const twoThirds = [{ planned: [plan(...november, 30, 10)], actual: [work(...november, 20)] }];
    expect(revenue(model, twoThirds)).toEqual([10000, 6666.6667, 3333.3333, 10000]);
  });

  it('all of it when nothing remains, and nothing yet when there are no hours', () => {
    expect(revenue(model, [{ actual: [work(...november, 1)] }])).toEqual([10000, 10000, 0, 10000]);
    expect(revenue(model, [{ planned: [plan(...november, 9, 9)] }])).toEqual([10000, 0, 10000, 10000]);
    expect(revenue(model, [])).toEqual([10000, 0, 10000, 10000]);
    // Planned hours that have passed without work are not hours at completion.
    expect(revenue(model, [{ planned: [plan(...november, 9, 0)] }])).toEqual([10000, 0, 10000, 10000]);
  });

  it('nothing without a price', () => {
    const role = { planned: [plan(...november, 30, 20)], actual: [work(...november, 10)] };
    expect(revenue({ billing_model: 'fixed_bid' }, [role])).toEqual([0, 0, 0, 0]);
  });
});

describe('fixed_retainer earns', () => {
  const monthly = {
    billing_model: 'fixed_retainer',
    retainer_amount: '3000.5',
    retainer_period: 'month',
  } as const;
  const weekly = { ...monthly, retainer_amount: '700', retainer_period: 'week' } as const;

  it('its amount for each month that it touches, over the end of the year', () => {
    // Planned Nov to Jan: 3 months. As of 15 Dec, in the middle of one: Nov and Dec have begun.
    const role = { planned: [plan('2026-11-30', '2027-01-04')] };
    expect(revenue(monthly, [role], '2026-12-15')).toEqual([3 * 3000.5, 2 * 3000.5, 1 * 3000.5, 3 * 3000.5]);
  });

  it('its amount for each week that it touches, Monday to Sunday, over the end of the year', () => {
    // The weeks from 21 Dec, 28 Dec, 4 Jan and 11 Jan. As of Thursday 31 Dec the first two have begun.
    const role = { planned: [plan('2026-12-27', '2027-01-11')] };
    expect(revenue(weekly, [role], '2026-12-31')).toEqual([4 * 700, 2 * 700, 2 * 700, 4 * 700]);
    // On Sunday 3 Jan still two, on Monday 4 Jan three.
    expect(revenue(weekly, [role], '2027-01-03')[1]).toBe(2 * 700);
    expect(revenue(weekly, [role], '2027-01-04')[1]).toBe(3 * 700);
  });

  it('also for months of work outside the plan, which the plan alone does not promise', () => {
    // Planned in December; worked from October on: 1 month planned, 3 (Oct, Nov, Dec) at completion, 2 begun by 15 Nov.
    const roles = [
      { planned: [plan('2026-12-01', '2026-12-31')] },
      { actual: [work('2026-10-31', '2026-11-02')] },
    ];
    expect(revenue(monthly, roles)).toEqual([3000.5, 2 * 3000.5, 3000.5, 3 * 3000.5]);
  });

  it('for a leap day as for any other', () => {
    // Tuesday 29 Feb and Wednesday 1 Mar 2028: one week, two months.
    const role = { planned: [plan('2028-02-29', '2028-03-01')] };
    expect(revenue(weekly, [role], '2028-02-29')).toEqual([700, 700, 0, 700]);
    expect(revenue(monthly, [role], '2028-02-29')).toEqual([6001, 3000.5, 3000.5, 6001]);
  });

  it('nothing before its first day, though the month has begun, and nothing without hours or amount', () => {
    const role = { planned: [plan('2026-11-20', '2026-11-30')] };
    expect(revenue(monthly, [role], '2026-11-15')).toEqual([3000.5, 0, 3000.5, 3000.5]);
    expect(revenue(monthly, [role], '2026-11-20')).toEqual([3000.5, 3000.5, 0, 3000.5]);
    expect(revenue(monthly, [{}])).toEqual([0, 0, 0, 0]);
    expect(revenue({ billing_model: 'fixed_retainer' }, [role])).toEqual([0, 0, 0, 0]);
  });
});

describe('other billing models earn', () => {
  it.each(['non_billable', 'investment', 'admin'] as const)('nothing: %s', (billing_model) => {
    const role = {
      bill_rate: '150',
      planned: [plan(...november, 40, 25)],
      actual: [work(...november, 20)],
    };
    expect(revenue({ billing_model }, [role])).toEqual([0, 0, 0, 0]);
  });
});
