import { expect, it } from '@jest/globals';
import { hasDecimals } from './value.member.js';

const next = (value: number): number => value * (1 + Number.EPSILON);

it.each([
  [0.29, 2, true],
  [1.005, 2, false],
  [1.005, 3, true],
  [999_999_999.9999, 4, true],
  [next(0.29), 2, false],
  [8.999999999999999, 2, false],
  [1e-7, 2, false],
  [-0.25, 2, true],
  [0, 0, true],
  [0.5, 0, false],
  [99_999_999_999.9999, 4, true],
  [99_999_999_999.12345, 4, false],
  [1e21, 4, false],
])('%p with at most %p decimals: %p', (value, decimals, expected) => {
  expect(hasDecimals(value, decimals)).toBe(expected);
});
