import { describe, expect, it } from '@jest/globals';
import { isoInstant } from './wire-values.js';

describe('an instant of PostgreSQL', () => {
  it.each([
    ['2026-11-21 06:30:49+00', '2026-11-21T06:30:49.000Z'],
    ['2026-11-21 06:30:49.1+00', '2026-11-21T06:30:49.100Z'],
    ['2026-11-21 06:30:49.123+00', '2026-11-21T06:30:49.123Z'],
  ])('%s goes out as %s', (text, instant) => {
    expect(isoInstant(text)).toBe(instant);
  });
});
