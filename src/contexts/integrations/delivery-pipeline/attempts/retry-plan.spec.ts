import { describe, expect, it } from '@jest/globals';
import { delayAfter, delays } from './retry-plan.js';

const plan = { retryDelays: [5, 300], jitterPercent: 20 };

describe('the retry plan', () => {
  it('says how long after each attempt the next one comes, up to a fifth later and never earlier', () => {
    expect([1, 2, 3].map((attempts) => delayAfter(attempts, plan, 0))).toEqual([5, 300, null]);
    expect([1, 2, 3].map((attempts) => delayAfter(attempts, plan, 1))).toEqual([6, 360, null]);
  });

  it('is a list for a statement, with an entry for each attempt but the last one', () => {
    const [first = 0, second = 0, ...others] = delays(plan) as number[];
    expect(others).toEqual([]);
    expect(first).toBeGreaterThanOrEqual(5);
    expect(first).toBeLessThanOrEqual(6);
    expect(second).toBeGreaterThanOrEqual(300);
    expect(second).toBeLessThanOrEqual(360);
  });
});
