import { describe, expect, it } from '@jest/globals';
import Big from 'big.js';
import { difference, exact, figuresOf, noFigures, ratioOf, rounded, shareOf, sumOf } from './figures.js';

const figures = (sold: number, planned: number, actual: number, toCompletion: number) =>
  figuresOf(new Big(sold), new Big(planned), new Big(actual), new Big(toCompletion));
const numbers = (of: ReturnType<typeof figures>) =>
  [of.sold, of.planned, of.actual, of.toCompletion, of.atCompletion].map(Number);

describe('figures', () => {
  it('have at completion what happened and what remains', () => {
    expect(numbers(figures(1, 2, 3, 4))).toEqual([1, 2, 3, 4, 3 + 4]);
  });

  it('are added and subtracted each by itself, exactly', () => {
    const tenths = Array.from({ length: 10 }, () => figures(0.1, 0.1, 0.1, 0.2));
    expect(numbers(sumOf(tenths))).toEqual([1, 1, 1, 2, 3]);
    expect(numbers(difference(figures(0.3, 1, 1, 1), figures(0.1, 2, 1, 0.9)))).toEqual([
      0.2, -1, 0, 0.1, 0.1,
    ]);
    expect(sumOf([])).toEqual(noFigures);
  });
});

describe('money', () => {
  it.each([
    ['0.00004999', 0],
    ['0.00005', 0.0001],
    ['1.23455', 1.2346],
    ['-1.23455', -1.2346],
    ['99999999999.99995', 100_000_000_000],
  ])('%s is rounded half up to four decimals: %s', (amount, expected) => {
    expect(Number(rounded(new Big(amount)))).toBe(expected);
  });

  it('of a column is exact, and none is 0', () => {
    expect(exact('0.10').plus(exact('0.2')).eq('0.3')).toBe(true);
    expect(Number(exact(null))).toBe(0);
  });

  it('is shared with one rounding at the end', () => {
    // 1000 × 1 / 3 = 333.33333...
    expect(Number(shareOf(new Big(1000), new Big(1), new Big(3)))).toBe(333.3333);
    // 1000 × 2 / 3 = 666.66666...
    expect(Number(shareOf(new Big(1000), new Big(2), new Big(3)))).toBe(666.6667);
    // 3 × 7 / 3 is 7; rounding 7 / 3 first would make it 6.9999.
    expect(Number(shareOf(new Big(3), new Big(7), new Big(3)))).toBe(7);
  });
});

describe('a ratio', () => {
  it('has four decimals, and is null where nothing is earned', () => {
    expect(Number(ratioOf(new Big(1), new Big(3)))).toBe(0.3333);
    expect(Number(ratioOf(new Big(-50), new Big(100)))).toBe(-0.5);
    expect(ratioOf(new Big(-50), new Big(0))).toBeNull();
  });
});
