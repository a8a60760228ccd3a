import { describe, expect, it } from '@jest/globals';
import { columnsFrom, spread } from './columns.js';

const [week] = columnsFrom('2026-11-23', 'week');
const [day] = columnsFrom('2026-11-23', 'day');

describe('the columns of a plan', () => {
  it('are twelve weeks, or the days of two', () => {
    const weeks = columnsFrom('2026-11-23', 'week');
    expect([weeks.length, weeks[11]?.days.at(-1)]).toEqual([12, '2027-02-14']);
    const days = columnsFrom('2026-11-23', 'day');
    expect([days.length, days.at(-1)?.days]).toEqual([14, ['2026-12-06']]);
    expect(days.filter(({ isWeekend }) => isWeekend).map(({ key }) => key.slice(-2))).toEqual([
      '28',
      '29',
      '05',
      '06',
    ]);
  });

  it('spread the hours of a week over its working days, to the last hundredth', () => {
    if (!week || !day) throw new Error('There are no columns.');
    expect([...(spread(3750, week) ?? [])].map(([, part]) => part)).toEqual([750, 750, 750, 750, 750, 0, 0]);
    for (let hundredths = 0; hundredths <= 12_000; hundredths += 7) {
      const parts = [...(spread(hundredths, week)?.values() ?? [])];
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(hundredths);
      expect(Math.max(...parts) - Math.min(...parts.slice(0, 5))).toBeLessThanOrEqual(1);
    }
    expect([...(spread(1, week)?.values() ?? [])]).toEqual([0, 0, 1, 0, 0, 0, 0]);
    expect(spread(800, day)).toEqual(new Map([['2026-11-23', 800]]));
  });

  it('take no more than a day has', () => {
    if (!week || !day) throw new Error('There are no columns.');
    expect([spread(12_001, week), spread(2401, day)]).toEqual([undefined, undefined]);
    expect(spread(12_000, week)?.get('2026-11-27')).toBe(2400);
  });
});
