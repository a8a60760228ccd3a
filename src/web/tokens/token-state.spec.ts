import { describe, expect, it } from '@jest/globals';
import { idleEndOf, nearEndOf } from './token-state.js';

const now = new Date('2026-11-21T00:00:00Z');
const day = (number: number) => new Date(now.getTime() + number * 24 * 60 * 60 * 1000).toISOString();

const token = (members: object) =>
  ({
    created_date: day(-100),
    last_used_date: null,
    rotated_date: null,
    expires_date: null,
    idle_expires_date: null,
    revoked_date: null,
    ...members,
  }) as Parameters<typeof idleEndOf>[0];

const nearEnd = (members: object) => nearEndOf(token(members), now);

describe('the end of a token', () => {
  it('for want of use is told where its last day comes later', () => {
    const idleEnd = (expires_date: string | null, idle_expires_date: string | null) =>
      idleEndOf(token({ expires_date, idle_expires_date }));
    expect([idleEnd(day(9), day(3)), idleEnd(null, day(3))]).toEqual([day(3), day(3)]);
    expect([idleEnd(day(3), day(9)), idleEnd(day(3), null)]).toEqual([null, null]);
  });

  it('is near in the last two weeks', () => {
    expect(nearEnd({ expires_date: day(13) })).toEqual({ at: day(13), isOfUnused: false });
    for (const expires_date of [null, day(15), day(-1)]) expect(nearEnd({ expires_date })).toBe(null);
    expect(nearEnd({ expires_date: day(3), revoked_date: day(-1) })).toBe(null);
  });

  it('for want of use is near in the last half of its time at most, so not while it is used', () => {
    const unused = { last_used_date: day(-4), idle_expires_date: day(3) };
    const used = { last_used_date: day(-1), idle_expires_date: day(6) };
    expect(nearEnd(unused)).toEqual({ at: day(3), isOfUnused: true });
    expect(nearEnd({ last_used_date: day(-80), idle_expires_date: day(15) })).toBe(null);
    expect(nearEnd({ last_used_date: day(-80), idle_expires_date: day(10) })).toEqual({
      at: day(10),
      isOfUnused: true,
    });
    expect([nearEnd(used), nearEnd({ ...used, expires_date: day(10) })]).toEqual([
      null,
      { at: day(10), isOfUnused: false },
    ]);
  });
});
