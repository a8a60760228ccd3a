import { describe, expect, it } from '@jest/globals';
import { readCalendarDate } from './calendar-date.js';

describe('a date in an export', () => {
  it.each([
    ['2017-03-01', 'YYYY-MM-DD', '2017-03-01'],
    ['01/03/2017', 'DD/MM/YYYY', '2017-03-01'],
    ['03.01.2017', 'MM.DD.YYYY', '2017-03-01'],
    ['20170301', 'YYYYMMDD', '2017-03-01'],
  ])('%s as %s is %s', (text, format, day) => {
    expect(readCalendarDate(text, format)).toBe(day);
  });

  it.each([
    ['2017-02-30', 'YYYY-MM-DD'],
    ['2017-13-01', 'YYYY-MM-DD'],
    ['2017-3-1', 'YYYY-MM-DD'],
    ['2017-03-01T00:00:00Z', 'YYYY-MM-DD'],
    ['01x03x2017', 'DD.MM.YYYY'],
  ])('%s as %s is no day', (text, format) => {
    expect(readCalendarDate(text, format)).toBeUndefined();
  });
});
