import { describe, expect, it } from '@jest/globals';
import { asOfDate } from './calculation-threshold.js';

describe('the as-of date', () => {
  it('is today with current_day', () => {
    expect(asOfDate('current_day', '2026-11-21')).toBe('2026-11-21');
  });

  it.each([
    ['Monday', '2026-11-23', '2026-11-22'],
    ['Tuesday', '2026-11-24', '2026-11-22'],
    ['Saturday', '2026-11-28', '2026-11-22'],
    // The week of a Sunday ends with it, so it is the Sunday before.
    ['Sunday', '2026-11-29', '2026-11-22'],
    ['Monday after it', '2026-11-30', '2026-11-29'],
    ['leap day, a Tuesday', '2028-02-29', '2028-02-27'],
    ['Wednesday after a leap day', '2028-03-01', '2028-02-27'],
    ['New Year, a Friday', '2027-01-01', '2026-12-27'],
    ['day long ago, a Monday', '1900-01-01', '1899-12-31'],
  ])('is the Sunday that ended last week with last_week: %s %s', (_day, today, sunday) => {
    expect(asOfDate('last_week', today)).toBe(sunday);
  });
});
