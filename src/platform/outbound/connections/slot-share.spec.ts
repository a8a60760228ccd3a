import { describe, expect, it } from '@jest/globals';
import { keptSlots, mayTakeSlot } from './slot-share.js';

/** How many slots organizations get that all want as many as they can, one after the other. */
const shares = (most: number, organizations: number): number[] => {
  const held = Array.from({ length: organizations }, () => 0);
  for (let index = 0; index < organizations; index += 1) {
    const taken = () => held.reduce((sum, count) => sum + count, 0);
    while (mayTakeSlot(most, taken(), held[index] ?? 0)) held[index] = (held[index] ?? 0) + 1;
  }
  return held;
};

describe('the slots at a receiver', () => {
  it('go to one organization but for two of 32, of which the next ones get one each', () => {
    expect(keptSlots(32)).toBe(2);
    expect(shares(32, 4)).toEqual([30, 1, 1, 0]);
  });

  it('are never more than there are, and a single one is kept for nobody', () => {
    expect([1, 2, 16, 17].map((most) => shares(most, 3))).toEqual([
      [1, 0, 0],
      [1, 1, 0],
      [15, 1, 0],
      [15, 1, 1],
    ]);
  });
});
