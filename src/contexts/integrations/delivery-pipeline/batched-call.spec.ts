import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { BatchedCall } from './batched-call.js';

describe('a batched call', () => {
  it('gathers what comes while one is under way, and gives everyone their own result', async () => {
    const batches: number[][] = [];
    const doubled = new BatchedCall(async (items: readonly number[]) => {
      batches.push([...items]);
      await pause(10);
      return items.map((item) => item * 2);
    });
    expect(await Promise.all([1, 2, 3, 4].map((item) => doubled.call(item)))).toEqual([2, 4, 6, 8]);
    expect(batches).toEqual([[1], [2, 3, 4]]);
    expect(await doubled.call(5)).toBe(10);
  });

  it('fails for those who were in the failed call alone', async () => {
    const call = new BatchedCall(async (items: readonly number[]) => {
      await pause(5);
      if (items.includes(1)) throw new Error('no');
      return items;
    });
    const results = await Promise.allSettled([1, 2].map((item) => call.call(item)));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });
});
