import { describe, expect, it } from '@jest/globals';
import { secondsUntilRetry } from './retry-after.js';

const now = new Date('2026-11-21T06:30:00Z');

describe('Retry-After', () => {
  it.each([
    ['0', 0],
    ['90', 90],
    [' 90 ', 90],
    ['86400', 86_400],
    ['86401', 86_400],
    ['99999999999999999999', 86_400],
    ['Sat, 21 Nov 2026 06:31:00 GMT', 60],
    ['Saturday, 21-Nov-26 06:31:00 GMT', 60],
    ['Sat Nov 21 06:31:00 2026', 60],
    ['Sat, 21 Nov 2026 06:29:00 GMT', 0],
    ['Sun, 21 Nov 2027 06:30:00 GMT', 86_400],
    ['', 0],
    ['-5', 0],
    ['1.5', 0],
    ['soon', 0],
    ['2026', 2026],
    ['2026-11-22', 0],
    [null, 0],
  ])('%p means %d seconds', (header, seconds) => {
    expect(secondsUntilRetry(header, now, 86_400)).toBe(seconds);
  });
});
