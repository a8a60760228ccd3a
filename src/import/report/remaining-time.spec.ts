import { describe, expect, it } from '@jest/globals';
import { RemainingTime, writeDuration } from './remaining-time.js';

describe('the time left', () => {
  const estimate = (total: number) => {
    let now = 0;
    const remaining = new RemainingTime(total, () => now);
    const pass = (rows: number, wasSent: boolean, ms: number) => {
      for (let row = 0; row < rows; row += 1) {
        now += ms / rows;
        remaining.row(wasSent);
      }
    };
    return { remaining, pass };
  };

  it('is unknown before the first row', () => {
    expect(estimate(10).remaining.secondsLeft()).toBeUndefined();
  });

  it('follows the pace of the rows that are sent', () => {
    const { remaining, pass } = estimate(1000);
    pass(500, true, 50_000);
    expect(remaining.secondsLeft()).toBeCloseTo(50);
  });

  it('is not fooled by the rows that a restart passes over at once', () => {
    const { remaining, pass } = estimate(2000);
    pass(1000, false, 100);
    pass(200, true, 20_000);
    expect(remaining.secondsLeft()).toBeCloseTo(80, 0);
  });

  it('is written in two units at most', () => {
    expect([5.4, 65, 3725].map(writeDuration)).toEqual(['5 s', '1 min 5 s', '1 h 2 min']);
  });
});
