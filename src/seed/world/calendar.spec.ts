import { describe, expect, it } from '@jest/globals';
import { addDays, addMonths, daysBetween, isHoliday, mondayOf, workingDays } from './calendar.js';

describe('the calendar', () => {
  it('counts days across months and leap years', () => {
    expect(addDays('2028-02-28', 2)).toBe('2028-03-01');
    expect(daysBetween('2026-12-31', '2027-01-02')).toBe(2);
  });

  it('keeps the day of the month, or takes the last one', () => {
    expect(addMonths('2026-11-21', -6)).toBe('2026-05-21');
    expect(addMonths('2026-12-31', 2)).toBe('2027-02-28');
  });

  it('begins weeks on Monday', () => {
    expect(mondayOf('2026-11-22')).toBe('2026-11-16');
    expect(mondayOf('2026-11-23')).toBe('2026-11-23');
  });

  it('leaves out weekends and holidays', () => {
    expect(workingDays('2026-12-23', '2026-12-29')).toEqual(['2026-12-23', '2026-12-28', '2026-12-29']);
    expect(['2026-05-25', '2026-05-18', '2026-08-31'].map(isHoliday)).toEqual([true, false, true]);
  });
});
