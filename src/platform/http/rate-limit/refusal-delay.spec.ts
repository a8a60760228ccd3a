import { describe, expect, it } from '@jest/globals';
import { RefusalDelay } from './refusal-delay.js';

const GAP_MS = 10;

describe('the delay of refused requests', () => {
  const turns = async (delay: RefusalDelay, count: number): Promise<number[]> => {
    const began = performance.now();
    const order: number[] = [];
    const ends = Array.from({ length: count }, async (_, index) => {
      await delay.wait();
      order.push(index);
      return performance.now() - began;
    });
    const times = await Promise.all(ends);
    expect(order).toEqual(order.map((_, index) => index));
    return times;
  };

  it('lets a single one pass at once, also when the others have gone', async () => {
    const delay = new RefusalDelay();
    let passed = 0;
    void delay.wait().then(() => (passed += 1));
    await Promise.resolve();
    expect(passed).toBe(1);
    await turns(delay, 3);
    await new Promise((resolve) => setTimeout(resolve, 5 * GAP_MS));
    void delay.wait().then(() => (passed += 1));
    await Promise.resolve();
    expect(passed).toBe(2);
  });

  it('lets fifty pass a few at a time, in their order, over ten gaps and more', async () => {
    const times = await turns(new RefusalDelay(), 50);
    const last = times.at(-1) ?? 0;
    expect(last).toBeGreaterThanOrEqual(10 * GAP_MS);
    for (const [index, time] of times.entries()) expect(time).toBeGreaterThanOrEqual((index / 10) * GAP_MS);
  });

  it('lets none wait for more than some dozen gaps, however many come', async () => {
    const delay = new RefusalDelay();
    const all = Array.from({ length: 5000 }, () => delay.wait());
    let gaps = 0;
    const counting = setInterval(() => (gaps += 1), GAP_MS);
    await Promise.all(all);
    clearInterval(counting);
    expect(gaps).toBeLessThan(100);
  });
});
