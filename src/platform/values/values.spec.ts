import { describe, expect, it } from '@jest/globals';
import { v7 } from 'uuid';
import {
  addDays,
  changesIn,
  dayIn,
  firstIdAt,
  hasChanges,
  isCalendarDate,
  isCurrencyCode,
  isId,
  isIsoWeek,
  isTimeZone,
  mondayOf,
  nameKey,
  newId,
  spread,
  weekdayOf,
} from './index.js';

describe('a calendar date', () => {
  it.each(['2026-02-28', '2028-02-29', '1900-01-01', '9999-12-31'])('is %s', (date) => {
    expect(isCalendarDate(date)).toBe(true);
  });

  it.each(['2026-02-29', '2026-13-01', '2026-1-1', '1899-12-31', '2026-11-21T00:00:00Z', '', 20261121, null])(
    'is not %s',
    (date) => {
      expect(isCalendarDate(date)).toBe(false);
    },
  );

  it('is another one in each time zone at the same instant', () => {
    const instant = new Date('2026-11-21T11:00:00Z');
    expect(dayIn('Pacific/Kiritimati', instant)).toBe('2026-11-22');
    expect(dayIn('UTC', instant)).toBe('2026-11-21');
    expect(dayIn('Etc/GMT+12', instant)).toBe('2026-11-20');
  });
});

describe('the day some days later', () => {
  it.each([
    ['2026-11-21', 0, '2026-11-21'],
    ['2026-03-05', -7, '2026-02-26'],
    ['2028-03-01', -1, '2028-02-29'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2026-03-28', 2, '2026-03-30'],
    ['2000-01-01', 36_525, '2100-01-01'],
  ])('%s and %i days: %s', (day, days, expected) => {
    expect(addDays(day, days)).toBe(expected);
  });
});

describe('a time zone', () => {
  it.each(['UTC', 'Europe/Vienna', 'Etc/GMT+12', 'EST', 'PST8PDT', 'America/Argentina/Buenos_Aires'])(
    'is %s',
    (zone) => {
      expect(isTimeZone(zone)).toBe(true);
    },
  );

  it.each(['+01:00', 'Mars/Olympus', '', 'UTC; DROP', 1, 'IST', 'pst', 'SystemV/AST4'])(
    'is not %s',
    (zone) => {
      expect(isTimeZone(zone)).toBe(false);
    },
  );
});

describe('an id', () => {
  it('is time-ordered when it is made here, and any UUID when it comes from outside', () => {
    const ids = Array.from({ length: 1000 }, newId);
    expect([...ids].sort()).toEqual(ids);
    expect(isId('6BA7B810-9DAD-11D1-80B4-00C04FD430C8')).toBe(true);
    expect(isId('6ba7b810-9dad-11d1-80b4-00c04fd430c')).toBe(false);
  });

  it.each([
    '1969-07-20T20:17:40Z',
    '1970-01-01T00:00:00Z',
    '2026-11-22T06:30:00.123Z',
    '9999-12-31T23:59:59.999Z',
  ])('tells what was made before %s from what was made then', (text) => {
    const moment = new Date(text);
    const idAt = (milliseconds: number): string => v7({ msecs: Math.max(0, milliseconds) });
    expect(isId(firstIdAt(moment))).toBe(true);
    expect(firstIdAt(moment) < idAt(moment.getTime())).toBe(true);
    expect(idAt(moment.getTime() - 1) < firstIdAt(moment)).toBe(moment.getTime() > 0);
  });
});

describe('a currency code', () => {
  it('is one of ISO 4217, in capitals', () => {
    expect(['USD', 'EUR', 'usd', 'XXY', ''].map(isCurrencyCode)).toEqual([true, true, false, false, false]);
  });
});

describe('names', () => {
  it('are the same whatever their case, outer spaces and composition', () => {
    expect(nameKey('  Ünïcode ')).toBe(nameKey('U\u0308NI\u0308CODE'));
    expect(nameKey('Straße')).toBe(nameKey('STRASSE'));
    expect(nameKey('Strase')).not.toBe(nameKey('Strasse'));
  });
});

describe('the changes in a patch', () => {
  it('are the present members whose content differs', () => {
    const current = { name: 'a', tags: ['x'], rate: { currency_code: 'USD', amount: 1 }, note: null };
    class Rate {
      constructor(
        readonly currency_code: string,
        readonly amount: number,
      ) {}
    }
    expect(
      hasChanges(changesIn(current, { name: 'a', tags: ['x'], rate: new Rate('USD', 1), note: null })),
    ).toBe(false);
    expect(changesIn(current, { name: undefined, tags: [], rate: null, note: 'n' })).toEqual({
      tags: [],
      rate: null,
      note: 'n',
    });
  });
});

describe('an ISO week', () => {
  it.each([
    ['2026-W07', '2026-02-09'],
    ['2026-W01', '2025-12-29'],
    ['2026-W53', '2026-12-28'],
    ['2021-W01', '2021-01-04'],
    ['1900-W01', '1900-01-01'],
    ['9999-W52', '9999-12-27'],
  ])('%s begins on %s', (week, monday) => {
    expect([isIsoWeek(week), mondayOf(week), weekdayOf(monday)]).toEqual([true, monday, 1]);
  });

  it.each(['2025-W53', '2026-W00', '2026-W54', '2026-W7', '2026W07', '1899-W10', '2026-W07-1', 202607, null])(
    'is not %s',
    (week) => {
      expect(isIsoWeek(week)).toBe(false);
    },
  );
});

describe('a spread', () => {
  it.each([
    [4000, [1, 1, 1, 1, 1], [800, 800, 800, 800, 800]],
    [1001, [1, 1, 1, 1, 1], [200, 200, 201, 200, 200]],
    [1, [1, 1, 1, 1, 1], [0, 0, 1, 0, 0]],
    [2, [1, 1, 1, 1, 1], [0, 1, 0, 1, 0]],
    [11_999, [1, 1, 1, 1, 1], [2400, 2400, 2399, 2400, 2400]],
    [1, [1, 1], [1, 0]],
    [2000, [2, 0, 1], [1333, 0, 667]],
    [0, [1, 1], [0, 0]],
  ])('of %i over %j is %j', (total, weights, parts) => {
    expect(spread(total, weights)).toEqual(parts);
  });

  it('adds up to the total, no part more than one away from its share', () => {
    for (let total = 0; total <= 12_000; total += 1) {
      const parts = spread(total, [1, 1, 1, 1, 1]);
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total);
      expect(parts.every((part) => Math.abs(part - total / 5) < 1)).toBe(true);
    }
  });
});
