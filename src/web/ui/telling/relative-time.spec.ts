import { describe, expect, it } from '@jest/globals';
import { relativeTime } from './relative-time.js';

const now = new Date('2026-11-25T12:00:00Z');
const at = (text: string, isToTheHour = false): string | null =>
  relativeTime(new Date(text), now, isToTheHour);

describe('how long ago something was', () => {
  it('is told in whole minutes, hours or days, and not at all where its date says more', () => {
    expect(at('2026-11-25T11:59:30Z')).toBe('just now');
    expect(at('2026-11-25T12:00:30Z')).toBe('in a moment');
    expect(at('2026-11-25T11:48:10Z')).toBe('11 minutes ago');
    expect([at('2026-11-25T11:10:00Z', true), at('2026-11-25T11:00:00Z', true)]).toEqual([
      'this hour',
      '1 hour ago',
    ]);
    expect(at('2026-11-25T09:30:00Z')).toBe('2 hours ago');
    expect(at('2026-11-24T11:00:00Z')).toBe('yesterday');
    expect(at('2026-11-28T12:00:00Z')).toBe('in 3 days');
    expect([at('2026-11-01T12:00:00Z'), at('2027-02-01T12:00:00Z')]).toEqual([null, null]);
  });
});
