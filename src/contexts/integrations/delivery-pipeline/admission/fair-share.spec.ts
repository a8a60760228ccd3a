import { describe, expect, it } from '@jest/globals';
import { fairShare as fairShareOf, type DueDelivery, type InFlight } from './fair-share.js';

const nothing: InFlight = { byOrganization: new Map(), late: 0, total: 0 };

const fairShare = (deliveries: readonly DueDelivery[], inFlight: InFlight, total: number): DueDelivery[] =>
  fairShareOf(deliveries, inFlight, { total, earlyPercent: 70 });

const due = (
  organization: string,
  count: number,
  { subscriber = organization, late = false, room = 100 } = {},
): DueDelivery[] =>
  Array.from({ length: count }, (_, index) => ({
    organization_id: organization,
    webhook_subscriber_id: subscriber,
    id: `${subscriber}-${index}`,
    is_late: late,
    room,
  }));

/** First one of each list, then a second one ... */
const byTurns = (...lists: DueDelivery[][]): DueDelivery[] =>
  Array.from({ length: 100 }, (_, turn) => lists.flatMap((list) => list[turn] ?? [])).flat();

const countByOrganization = (chosen: readonly DueDelivery[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { organization_id: key } of chosen) counts[key] = (counts[key] ?? 0) + 1;
  return counts;
};

describe('the slots', () => {
  it('are half for an organization that is alone', () => {
    expect(countByOrganization(fairShare(due('a', 100), nothing, 64))).toEqual({ a: 32 });
  });

  it('are left as much as each of several has', () => {
    const chosen = fairShare(byTurns(due('a', 100), due('b', 100), due('c', 100)), nothing, 16);
    expect(countByOrganization(chosen)).toEqual({ a: 2, b: 2, c: 2 });
  });

  it('are an eighth for each of several', () => {
    const chosen = fairShare(byTurns(due('a', 100), due('b', 100), due('c', 100)), nothing, 64);
    expect(countByOrganization(chosen)).toEqual({ a: 8, b: 8, c: 8 });
  });

  it.each([1, 8])('are there for another one when eight slow ones have come, %i at a time', (atOnce) => {
    const held = new Map<string, number>();
    for (let come = 1; come <= 8; come += 1) {
      if (come % atOnce !== 0) continue;
      const slow = Array.from({ length: come }, (_, index) => due(`slow ${index}`, 100));
      const total = [...held.values()].reduce((sum, count) => sum + count, 0);
      const chosen = fairShare(byTurns(...slow), { byOrganization: held, late: 0, total }, 64);
      for (const [key, count] of Object.entries(countByOrganization(chosen))) {
        held.set(key, (held.get(key) ?? 0) + count);
      }
    }
    const total = [...held.values()].reduce((sum, count) => sum + count, 0);
    expect(held.size).toBe(8);
    const inFlight = { byOrganization: held, late: 0, total };
    expect(fairShare(byTurns(due('slow 0', 100), due('next', 100)), inFlight, 64)).toMatchObject([
      { organization_id: 'next' },
    ]);
  });

  it('are there for the next organization, however much another one holds', () => {
    const inFlight = { byOrganization: new Map([['slow', 32]]), late: 0, total: 32 };
    const chosen = fairShare(byTurns(due('slow', 100), due('next', 5)), inFlight, 64);
    expect(countByOrganization(chosen)).toEqual({ next: 5 });
  });

  it('are for a subscriber as many as it has room for', () => {
    const lists = [due('a', 10, { subscriber: 'x', room: 8 }), due('a', 10, { subscriber: 'y', room: 1 })];
    const chosen = fairShare(byTurns(...lists), nothing, 64);
    expect(chosen.filter(({ webhook_subscriber_id }) => webhook_subscriber_id === 'x')).toHaveLength(8);
    expect(chosen.filter(({ webhook_subscriber_id }) => webhook_subscriber_id === 'y')).toHaveLength(1);
  });

  it('are 70 % kept for first and second attempts', () => {
    const late = Array.from({ length: 30 }, (_, index) => due(`late ${index}`, 10, { late: true }));
    const early = Array.from({ length: 30 }, (_, index) => due(`early ${index}`, 10));
    const chosen = fairShare(byTurns(...late, ...early), nothing, 100);
    expect(chosen.filter(({ is_late }) => is_late)).toHaveLength(30);
    const inFlight = { byOrganization: new Map(), late: 30, total: 30 };
    expect(fairShare(byTurns(...late), inFlight, 100)).toEqual([]);
  });

  it('are at least one for later attempts, however few there are', () => {
    expect(fairShare(due('a', 5, { late: true }), nothing, 2)).toHaveLength(1);
  });

  it('are never more than there are', () => {
    const lists = Array.from({ length: 100 }, (_, index) => due(`${index}`, 10));
    expect(fairShare(byTurns(...lists), nothing, 64)).toHaveLength(64);
    expect(fairShare(byTurns(...lists), { byOrganization: new Map(), late: 0, total: 64 }, 64)).toEqual([]);
  });
});
