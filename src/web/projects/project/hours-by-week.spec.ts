import { describe, expect, it } from '@jest/globals';
import { hoursByWeek, lastDayOf, weeksUntil } from './hours-by-week.js';

describe('the hours of a project by week', () => {
  const weeks = hoursByWeek(
    [
      { plan_date: '2026-12-29', hours: 0.1 },
      { plan_date: '2027-01-03', hours: 0.2 },
      { plan_date: '2027-01-11', hours: 8 },
    ],
    [
      { week: '2026-W53', hours: 0.7 },
      { week: '2026-W52', hours: 7.25 },
    ],
  );

  it('are exact sums, without a gap between the first and the last week', () => {
    expect(weeks).toEqual([
      { monday: '2026-12-21', planned: 0, actual: 725, plannedSoFar: 0, actualSoFar: 725 },
      { monday: '2026-12-28', planned: 30, actual: 70, plannedSoFar: 30, actualSoFar: 795 },
      { monday: '2027-01-04', planned: 0, actual: 0, plannedSoFar: 30, actualSoFar: 795 },
      { monday: '2027-01-11', planned: 800, actual: 0, plannedSoFar: 830, actualSoFar: 795 },
    ]);
    expect(hoursByWeek([], [])).toEqual([]);
  });

  it('are worked until the present week only', () => {
    expect(weeksUntil(weeks, '2027-01-10').map(({ monday }) => monday)).toEqual([
      '2026-12-21',
      '2026-12-28',
      '2027-01-04',
    ]);
    expect(weeks.map(lastDayOf).at(-1)).toBe('2027-01-17');
  });
});
