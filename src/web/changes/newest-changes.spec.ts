import { describe, expect, it } from '@jest/globals';
import { newestBefore, PAGE_SIZE, type ReadAfter } from './newest-changes.js';

interface Change {
  readonly cursor: string;
}

/** A feed with changes at these positions. */
function feed(positions: readonly number[], expiredTo = 0) {
  const asked: (string | undefined)[] = [];
  const end = positions.at(-1) ?? 0;
  const read: ReadAfter<Change> = async (cursor) => {
    asked.push(cursor);
    const after = cursor === undefined ? expiredTo : Number(cursor);
    if (after < expiredTo) return null;
    const found = positions.filter((position) => position > after);
    const results = found.slice(0, PAGE_SIZE).map((position) => ({ cursor: String(position) }));
    const has_more = found.length > PAGE_SIZE;
    return { results, has_more, next_cursor: has_more ? (results.at(-1)?.cursor ?? '') : String(end) };
  };
  return { read, asked };
}

const upTo = (count: number, first = 1) => Array.from({ length: count }, (_, index) => first + index);

/** All of them, from the newest on, by as many looks as it takes. */
async function all({ read }: ReturnType<typeof feed>, end: number): Promise<number[]> {
  const seen: number[] = [];
  for (let before: string | undefined = String(end), looks = 0; before !== undefined; looks += 1) {
    if (looks > 500) throw new Error('It never ends.');
    const newest: Awaited<ReturnType<typeof newestBefore<Change>>> = await newestBefore(read, before);
    seen.push(...newest.changes.map(({ cursor }) => Number(cursor)));
    before = newest.before;
  }
  return seen;
}

describe('the newest changes', () => {
  it('are one request where there are many', async () => {
    const { read, asked } = feed(upTo(10_000));
    const { changes, before } = await newestBefore(read, '10000');
    expect([changes[0]?.cursor, changes.length, before, asked.length]).toEqual(['10000', 50, '9950', 1]);
  });

  it('are found behind a gap, such as that between two days', async () => {
    const { read, asked } = feed([...upTo(40), 1_000_000, 1_000_001]);
    const { changes, before } = await newestBefore(read, '1000001');
    expect([changes.length, changes[0]?.cursor, before]).toEqual([42, '1000001', undefined]);
    expect(asked.length).toBeLessThanOrEqual(4);
  });

  it('are followed by all older ones, each once, whatever lies between them', async () => {
    const positions = [...upTo(3000), ...upTo(3, 900_000), ...upTo(1200, 2_000_000), 5_000_000];
    expect(await all(feed(positions), 5_000_000)).toEqual(positions.toReversed());
    expect(await all(feed(upTo(1700)), 1700)).toEqual(upTo(1700).toReversed());
    expect(await all(feed([]), 0)).toEqual([]);
  });

  it('leave out what came after it was looked', async () => {
    const { read } = feed(upTo(20));
    expect((await newestBefore(read, '12')).changes.map(({ cursor }) => Number(cursor))).toEqual(
      upTo(12).toReversed(),
    );
  });

  it('end where older ones are not kept any more', async () => {
    const { read } = feed(upTo(40, 2_000_001), 2_000_000);
    const { changes, before } = await newestBefore(read, '2000040');
    expect([changes.length, before]).toEqual([40, undefined]);
  });
});
