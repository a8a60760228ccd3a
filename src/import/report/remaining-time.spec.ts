import { describe, expect, it } from '@jest/globals';
import { writeDuration } from '../duration.js';
import { RemainingTime } from './remaining-time.js';

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

  describe('at the rate limit', () => {
    const quota = 100;
    const windowMs = 60_000;

    /**
     * Sends rows as the import does, and gives at each of them how far the estimate is off, as a share of what was really
     * left. @param others requests of other programs in each window
     */
    function errorsOf(total: number, rowMs: number, others: number, isSent = (_row: number) => true) {
      let now = 1_000_000;
      let window = { endsAt: 0, hits: 0 };
      const remaining = new RemainingTime(total, () => now);
      const estimates: { at: number; left: number }[] = [];
      const request = (): boolean => {
        if (now >= window.endsAt) window = { endsAt: now + windowMs, hits: 0 };
        if (window.hits === 1) window.hits += others;
        window.hits += 1;
        const resetsAt = now + 1000 * Math.ceil((window.endsAt - now) / 1000);
        remaining.limited({ quota, windowMs, remaining: Math.max(0, quota - window.hits), resetsAt });
        return window.hits <= quota;
      };
      for (let row = 0; row < total; row += 1) {
        while (isSent(row) && !request()) {
          const wait = 1000 * Math.ceil((window.endsAt - now) / 1000);
          remaining.paused(wait);
          // A person looks every few seconds.
          for (let waited = 0; waited < wait; waited += 5000) {
            const left = remaining.secondsLeft();
            if (left !== undefined) estimates.push({ at: now, left });
            now += Math.min(5000, wait - waited);
          }
        }
        now += isSent(row) ? rowMs : 0;
        remaining.row(isSent(row));
        if (row % 10 === 9) estimates.push({ at: now, left: remaining.secondsLeft() ?? -1 });
      }
      return estimates
        .filter(({ at }) => now - at > windowMs)
        .map(({ at, left }) => Math.abs(left * 1000 - (now - at)) / (now - at));
    }

    it('counts the windows to come, from the first rows on', () => {
      const errors = errorsOf(2000, 20, 0);
      expect(errors.length).toBeGreaterThan(300);
      expect(Math.max(...errors)).toBeLessThan(0.1);
    });

    it('counts as many rows for a request as the requests have held', () => {
      let now = 0;
      const remaining = new RemainingTime(10_000, () => now);
      for (let request = 1; request <= 60; request += 1) {
        now += 100;
        remaining.limited({ quota, windowMs, remaining: quota - request, resetsAt: windowMs });
        remaining.request();
        for (let row = 0; row < 50; row += 1) remaining.row(true);
      }
      // 7,000 rows are left: 2,000 in this window, which has 54 s left, and 5,000 in the next one, in 10 s.
      expect(remaining.secondsLeft()).toBeCloseTo(64, 0);
    });

    it('is that of the pace when the requests take longer than the windows', () => {
      expect(Math.max(...errorsOf(2000, 700, 0))).toBeLessThan(0.05);
    });

    it('learns how much of the limit other programs take', () => {
      const errors = errorsOf(2000, 20, 50);
      expect(Math.max(...errors.slice(errors.length / 10))).toBeLessThan(0.1);
    });

    it('knows that rows without a request pass at once', () => {
      const errors = errorsOf(6000, 20, 0, (row) => row >= 3000);
      expect(Math.max(...errors.slice(310))).toBeLessThan(0.1);
    });
  });

  it('is written in two units at most', () => {
    expect([5.4, 65, 900, 3725].map(writeDuration)).toEqual(['5 s', '1 min 5 s', '15 min', '1 h 2 min']);
  });
});
