import { describe, expect, it } from '@jest/globals';
import { periodsTouched, spanOf, spanUpTo } from './retainer-periods.js';

describe('the weeks that a span touches', () => {
  it.each([
    ['one day', '2026-11-25', '2026-11-25', 1],
    ['Monday to Sunday', '2026-11-23', '2026-11-29', 1],
    ['Sunday to Monday', '2026-11-22', '2026-11-23', 2],
    // 28 Dec to 3 Jan is one week, though the year ends in it.
    ['over the end of the year', '2026-12-31', '2027-01-01', 1],
    // The weeks from 28 Dec, 4 Jan and 11 Jan.
    ['from the old year into the new one', '2026-12-31', '2027-01-11', 3],
    // 28 Feb to 5 Mar 2028: Monday 28 Feb, and the leap day on Tuesday.
    ['over a leap day', '2028-02-28', '2028-03-05', 1],
    ['before 1970', '1969-12-28', '1969-12-29', 2],
  ])('%s: %s to %s', (_name, first, last, weeks) => {
    expect(periodsTouched('week', { first, last })).toBe(weeks);
  });
});

describe('the months that a span touches', () => {
  it.each([
    ['one day', '2026-11-30', '2026-11-30', 1],
    ['two days', '2026-11-30', '2026-12-01', 2],
    ['a whole year', '2026-01-01', '2026-12-31', 12],
    // Nov, Dec, Jan, Feb.
    ['over the end of the year', '2026-11-30', '2027-02-01', 4],
    ['over a leap day', '2028-02-29', '2028-03-01', 2],
  ])('%s: %s to %s', (_name, first, last, months) => {
    expect(periodsTouched('month', { first, last })).toBe(months);
  });
});

describe('a span', () => {
  it('goes from the first to the last of some days, and there is none without days', () => {
    expect(spanOf(['2026-02-01', '2025-12-31', '2026-01-01'])).toEqual({
      first: '2025-12-31',
      last: '2026-02-01',
    });
    expect(spanOf([])).toBeNull();
    expect(periodsTouched('week', null)).toBe(0);
  });

  it('is cut at a day, and has not begun before its first one', () => {
    const span = { first: '2026-11-10', last: '2026-11-20' };
    expect(spanUpTo(span, '2026-11-09')).toBeNull();
    expect(spanUpTo(span, '2026-11-10')).toEqual({ first: '2026-11-10', last: '2026-11-10' });
    expect(spanUpTo(span, '2026-11-15')).toEqual({ first: '2026-11-10', last: '2026-11-15' });
    expect(spanUpTo(span, '2026-12-01')).toEqual(span);
    expect(spanUpTo(null, '2026-12-01')).toBeNull();
  });
});
