import { describe, expect, it } from '@jest/globals';
import {
  addDays,
  daysBetween,
  mondayOf,
  mondayOfWeek,
  mondaysFrom,
  rangesOf,
  today,
  weekdayOf,
} from './weeks.js';

describe('weeks', () => {
  it('begin on Monday, also around New Year', () => {
    expect(['2026-11-23', '2026-11-29', '2026-11-30', '2027-01-01'].map(mondayOf)).toEqual([
      '2026-11-23',
      '2026-11-23',
      '2026-11-30',
      '2026-12-28',
    ]);
    expect(['2026-W01', '2026-W53', '2027-W01', '2025-W01'].map(mondayOfWeek)).toEqual([
      '2025-12-29',
      '2026-12-28',
      '2027-01-04',
      '2024-12-30',
    ]);
    expect([weekdayOf('2026-11-23'), weekdayOf('2026-11-29')]).toEqual([0, 6]);
  });

  it('are counted through a change of the clocks and a leap day', () => {
    expect(addDays('2028-02-28', 2)).toBe('2028-03-01');
    expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2);
    expect(mondaysFrom('2026-10-19', '2026-11-02')).toEqual(['2026-10-19', '2026-10-26', '2026-11-02']);
    expect(mondaysFrom('2026-11-02', '2026-10-19')).toEqual([]);
    expect(rangesOf(['2026-03-30', '2026-03-28', '2026-03-31', '2026-03-29'], 3)).toEqual([
      ['2026-03-28', '2026-03-30'],
      ['2026-03-31', '2026-03-31'],
    ]);
    expect(today(new Date(2026, 0, 5, 0, 30))).toBe('2026-01-05');
  });
});
