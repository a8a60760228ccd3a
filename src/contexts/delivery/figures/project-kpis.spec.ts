import { describe, expect, it } from '@jest/globals';
import Big from 'big.js';
import { difference, figuresOf, type Figures } from './figures.js';
import type { OfferingMetrics } from './offering-metrics.js';
import { projectKpis } from './project-kpis.js';

const figures = (planned: number, actual: number, toCompletion: number): Figures =>
  figuresOf(new Big(0), new Big(planned), new Big(actual), new Big(toCompletion));

const metrics = (labor: Figures, cost: Figures, revenue: Figures): OfferingMetrics => ({
  id: 'o',
  projectId: 'p',
  labor,
  cost,
  revenue,
  margin: difference(revenue, cost),
  roles: [],
});

describe('the KPIs of a project', () => {
  it('are the sums of its offerings, and the margin that remains at completion', () => {
    const design = metrics(figures(100, 30.1, 70), figures(5000, 1505, 3500), figures(9000, 2000, 7000));
    const build = metrics(figures(50, 0.2, 60), figures(1000.0001, 4, 1200), figures(0, 0, 0));
    const { labor, cost, revenue, margin, marginRatio } = projectKpis([design, build]);
    expect([labor.planned, labor.actual, labor.toCompletion, labor.atCompletion].map(Number)).toEqual([
      100 + 50,
      30.3,
      70 + 60,
      160.3,
    ]);
    expect([cost.planned, cost.actual, cost.atCompletion].map(Number)).toEqual([
      6000.0001,
      1505 + 4,
      1505 + 4 + 3500 + 1200,
    ]);
    expect(Number(revenue.atCompletion)).toBe(2000 + 7000);
    // 9000 - 6209 = 2791; 2791 / 9000 = 0.31011...
    expect(Number(margin.atCompletion)).toBe(9000 - 6209);
    expect(Number(marginRatio)).toBe(0.3101);
  });

  it('have no margin ratio where nothing is earned', () => {
    const loss = metrics(figures(1, 1, 1), figures(10, 10, 10), figures(0, 0, 0));
    expect(projectKpis([loss]).marginRatio).toBeNull();
    expect(Number(projectKpis([loss]).margin.atCompletion)).toBe(-20);
  });

  it('are all 0 without offerings', () => {
    const { labor, cost, revenue, marginRatio } = projectKpis([]);
    expect([labor, cost, revenue].map(({ atCompletion }) => Number(atCompletion))).toEqual([0, 0, 0]);
    expect(marginRatio).toBeNull();
  });
});
