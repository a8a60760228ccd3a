import { describe, expect, it } from '@jest/globals';
import { hundredthsFrom, inHours, sumOfHours, typedHours } from './hundredths.js';

describe('hours', () => {
  it('are added up exactly', () => {
    expect(sumOfHours([0.1, 0.2])).toBe(0.3);
    expect(sumOfHours(Array.from({ length: 1000 }, () => 0.01))).toBe(10);
    expect(sumOfHours([4.35, 1.15, 8.2])).toBe(13.7);
    expect(sumOfHours([])).toBe(0);
  });

  it('are read as a person of the locale writes them, and as programs do', () => {
    expect(
      ['7.5', ' 7.25 ', '8', '', '7.', '0.01', '1,234.5'].map((text) => hundredthsFrom(text, 'en')),
    ).toEqual([750, 725, 800, 0, 700, 1, 123_450]);
    expect(['7,5', '7.5', '1.234,5', '24'].map((text) => hundredthsFrom(text, 'de'))).toEqual([
      750, 750, 123_450, 2400,
    ]);
    expect(['7,5', '1 234,5'].map((text) => hundredthsFrom(text, 'fr'))).toEqual([750, 123_450]);
    expect(hundredthsFrom('٧٫٥', 'ar-EG')).toBe(750);
  });

  it('are nothing else than a number of at most two decimals', () => {
    for (const text of [
      'x',
      '-1',
      '1e3',
      '7.125',
      '0,125',
      '7:30',
      '1,2,3',
      '.5.',
      '1.5.2',
      '0x10',
      '9'.repeat(12),
    ])
      expect([text, hundredthsFrom(text, 'en')]).toEqual([text, undefined]);
  });

  it('are written in the locale, and what is typed anew is what was shown', () => {
    expect([inHours(123_450, 'en'), inHours(123_450, 'de'), inHours(30, 'en')]).toEqual([
      '1,234.5',
      '1.234,5',
      '0.3',
    ]);
    for (const locale of ['en', 'de', 'fr', 'ar-EG', 'fa', 'hi', 'bn', 'mr', 'ne', 'my'])
      for (const hundredths of [0, 1, 30, 750, 123_456])
        expect([locale, hundredthsFrom(typedHours(hundredths, locale), locale)]).toEqual([
          locale,
          hundredths,
        ]);
  });
});
