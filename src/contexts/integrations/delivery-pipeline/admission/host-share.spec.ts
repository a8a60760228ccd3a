import { describe, expect, it } from '@jest/globals';
import { withinHosts, type InFlightAtHost } from './host-share.js';

const HOST = 'hooks.example';

const many = (organization_id: string, count: number, host = HOST) =>
  Array.from({ length: count }, () => ({ organization_id, host }));
const held = (organization_id: string, total: number, isSlow: boolean): InFlightAtHost => ({
  organization_id,
  host: HOST,
  total,
  weight: isSlow ? 4 * total : total,
});
const admitted = (
  due: readonly { organization_id: string; host: string }[],
  inFlight: InFlightAtHost[] = [],
  places = 32,
) => {
  const counts: Record<string, number> = {};
  for (const { organization_id: id } of withinHosts(due, inFlight, places))
    counts[id] = (counts[id] ?? 0) + 1;
  return counts;
};

describe('the deliveries that a host may have in flight', () => {
  it('are four for each of its connections but for those that are kept, as long as they are quick', () => {
    expect(admitted(many('a', 200))).toEqual({ a: 120 });
    expect(admitted(many('a', 200), [held('a', 100, false)])).toEqual({ a: 20 });
  });

  it('are no more than its connections once they are slow', () => {
    expect(admitted(many('a', 200), [held('a', 29, true)])).toEqual({ a: 4 });
    expect(admitted(many('a', 200), [held('a', 30, true)])).toEqual({});
  });

  it('are one of each organization that has none there, however slow the others are', () => {
    const due = [...many('a', 9), ...many('b', 9), ...many('c', 9)];
    expect(admitted(due, [held('a', 120, true)])).toEqual({ b: 1, c: 1 });
    expect(admitted(due, [held('a', 30, true)])).toEqual({ b: 1, c: 1 });
    expect(admitted(due, [held('a', 127, true)])).toEqual({ b: 1 });
    expect(admitted(due, [held('a', 128, true)])).toEqual({});
  });

  it('keep none of another host waiting', () => {
    const due = [...many('a', 9), ...many('a', 3, 'other.example')];
    expect(admitted(due, [held('a', 120, false)])).toEqual({ a: 3 });
  });

  it('are some also where it may have one connection', () => {
    expect(admitted(many('a', 9), [], 1)).toEqual({ a: 4 });
    expect(admitted(many('a', 9), [held('a', 1, true)], 1)).toEqual({});
  });
});
