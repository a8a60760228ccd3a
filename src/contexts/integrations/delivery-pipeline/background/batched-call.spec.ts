import { describe, expect, it } from '@jest/globals';
import { BatchedCall } from './batched-call.js';

const limits = () => ({ maxItems: 4, gapMs: 0 });

describe('a batched call', () => {
  it('gathers what comes together, and gives everyone their own result', async () => {
    const batches: number[][] = [];
    const doubled = new BatchedCall(async (items: readonly number[]) => {
      batches.push([...items]);
      return items.map((item) => item * 2);
    }, limits);
    expect(await Promise.all([1, 2, 3, 4].map((item) => doubled.call(item)))).toEqual([2, 4, 6, 8]);
    expect(batches).toEqual([[1, 2, 3, 4]]);
    expect(await doubled.call(5)).toBe(10);
  });

  it('takes no more at once than its limit', async () => {
    const batches: number[][] = [];
    const call = new BatchedCall(async (items: readonly number[]) => {
      batches.push([...items]);
      return items;
    }, limits);
    const items = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    expect(await Promise.all(items.map((item) => call.call(item)))).toEqual(items);
    expect(batches).toEqual([[1, 2, 3, 4], [5, 6, 7, 8], [9]]);
  });

  it('gathers what comes while one is under way', async () => {
    const batches: number[][] = [];
    const later: Promise<number>[] = [];
    const call = new BatchedCall(async (items: readonly number[]) => {
      batches.push([...items]);
      if (items.includes(1)) for (const item of [2, 3]) later.push(call.call(item));
      return items;
    }, limits);
    await call.call(1);
    expect(await Promise.all(later)).toEqual([2, 3]);
    expect(batches).toEqual([[1], [2, 3]]);
  });

  it('fails for those who were in the failed call alone', async () => {
    let later: Promise<number> | undefined;
    const call = new BatchedCall(async (items: readonly number[]) => {
      if (!items.includes(1)) return items;
      later = call.call(2);
      throw new Error('no');
    }, limits);
    await expect(call.call(1)).rejects.toThrow('no');
    expect(await later).toBe(2);
  });
});
