import { describe, expect, it } from '@jest/globals';
import { HashSlots } from './hash-slots.js';

describe('the hashes of passwords', () => {
  it('are computed two at once, in the order in which they were asked for', async () => {
    const slots = new HashSlots();
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const runs = [0, 1, 2, 3].map((index) =>
      slots.run(() => {
        begun.push(index);
        return new Promise<number>((resolve) => ends.push(() => resolve(index)));
      }),
    );
    await Promise.resolve();
    expect(begun).toEqual([0, 1]);
    ends[1]?.();
    expect(await runs[1]).toBe(1);
    await new Promise(setImmediate);
    expect(begun).toEqual([0, 1, 2]);
    ends[0]?.();
    ends[2]?.();
    await new Promise(setImmediate);
    ends[3]?.();
    expect(await Promise.all(runs)).toEqual([0, 1, 2, 3]);
  });

  it('are refused when fifty wait already (password.busy), and give their place back when they fail', async () => {
    const slots = new HashSlots();
    let fail: (error: Error) => void = () => undefined;
    const failing = new Promise<never>((_resolve, reject) => (fail = reject));
    const underWay = Array.from({ length: 52 }, () => slots.run(() => failing));
    await expect(slots.run(() => Promise.resolve())).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'password.busy',
    });
    fail(new Error('broken'));
    const ended = await Promise.allSettled(underWay);
    expect(ended.every(({ status }) => status === 'rejected')).toBe(true);
    expect(await slots.run(() => Promise.resolve('free'))).toBe('free');
  });
});
