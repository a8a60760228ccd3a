import { describe, expect, it } from '@jest/globals';
import { Random } from './random.js';

const numbers = (random: Random) => Array.from({ length: 1000 }, () => random.between(1, 6));

describe('random numbers', () => {
  it('are the same for the same seed, and others for another', () => {
    expect(numbers(new Random(7))).toEqual(numbers(new Random(7)));
    expect(numbers(new Random(7))).not.toEqual(numbers(new Random(8)));
  });

  it('come about equally often', () => {
    const counts = numbers(new Random(1)).reduce<number[]>((sums, number) => {
      sums[number - 1] = (sums[number - 1] ?? 0) + 1;
      return sums;
    }, []);
    expect(counts).toHaveLength(6);
    expect(Math.min(...counts)).toBeGreaterThan(120);
  });

  it('of a part do not depend on what another part has used', () => {
    const used = new Random(7);
    numbers(used);
    expect(numbers(used.fork('people'))).toEqual(numbers(new Random(7).fork('people')));
    expect(numbers(used.fork('people'))).not.toEqual(numbers(used.fork('clients')));
  });

  it('shuffle without losing anything, and pick from something only', () => {
    expect(new Random(3).shuffled([1, 2, 3, 4, 5]).sort()).toEqual([1, 2, 3, 4, 5]);
    expect(() => new Random(3).pick([])).toThrow(RangeError);
  });
});
