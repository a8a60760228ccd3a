import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, it } from '@jest/globals';
import { NeighbouringCalls, withNeighbours, type CallKind } from './neighbouring-calls.js';

const caller = new AsyncLocalStorage<string>();

function noting(noted: string[], refused?: number): CallKind<number, number> {
  return {
    alone: (item) => {
      noted.push(`${item} alone for ${caller.getStore() ?? 'nobody'}`);
      return Promise.resolve(item * 10);
    },
    together: (items) => {
      noted.push(`${items.join(', ')} together`);
      if (refused !== undefined && items.includes(refused)) throw new Error(`${refused} is refused.`);
      return Promise.resolve(items.map((item) => item * 10));
    },
  };
}

async function called(...calls: readonly (readonly [CallKind<number, number>, number])[]) {
  const group = new NeighbouringCalls();
  const results = calls.map(([kind, item]) =>
    group.within(() => caller.run(`caller ${item}`, () => withNeighbours(kind, item))),
  );
  const settled = Promise.allSettled(results);
  const failure = await group.doAll();
  return { failure, settled: await settled };
}

const valuesOf = (settled: readonly PromiseSettledResult<number>[]): unknown[] =>
  settled.map((each) => (each.status === 'fulfilled' ? each.value : 'refused'));

describe('neighbouring calls', () => {
  it('of one kind are done together, in their order', async () => {
    const noted: string[] = [];
    const kind = noting(noted);
    const { failure, settled } = await called([kind, 1], [kind, 2], [kind, 3]);
    expect([noted, valuesOf(settled), failure]).toEqual([['1, 2, 3 together'], [10, 20, 30], undefined]);
  });

  it('are done alone, as their caller, where there is one, or where they are of several kinds', async () => {
    const noted: string[] = [];
    await called([noting(noted), 1]);
    await called([noting(noted), 2], [noting(noted), 3]);
    expect(noted).toEqual(['1 alone for caller 1', '2 alone for caller 2', '3 alone for caller 3']);
  });

  it('are all refused where one is, and say why', async () => {
    const kind = noting([], 2);
    const { failure, settled } = await called([kind, 1], [kind, 2]);
    expect([valuesOf(settled), failure]).toEqual([
      ['refused', 'refused'],
      expect.objectContaining({ message: '2 is refused.' }),
    ]);
  });

  it('do not wait for what has been done, and without a group for nothing', async () => {
    const noted: string[] = [];
    const kind = noting(noted);
    const group = new NeighbouringCalls();
    await group.doAll();
    expect(await group.within(() => withNeighbours(kind, 1))).toBe(10);
    expect(await withNeighbours(kind, 2)).toBe(20);
    expect(noted).toEqual(['1 alone for nobody', '2 alone for nobody']);
  });
});
