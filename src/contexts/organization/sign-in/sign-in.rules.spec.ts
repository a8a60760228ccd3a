import { describe, expect, it } from '@jest/globals';
import { delaySeconds, guessingMustStop, organizationMustBeKnown, type CountedFor } from './sign-in.rules.js';

const count = (of: CountedFor, failures: number) => ({ of, failures, secondsLeft: 59.2 });

describe('failed attempts to sign in', () => {
  it.each([
    ['accountAndAddress', 10],
    ['address', 100],
  ] as const)('are refused after so many: %s %d (sign_in.too_many_failures)', (of, most) => {
    expect(() => guessingMustStop([count(of, most)])).not.toThrow();
    expect(() => guessingMustStop([count('account', 1), count(of, most + 1)])).toThrow(
      expect.objectContaining({
        kind: 'rate_limited',
        code: 'sign_in.too_many_failures',
        headers: { 'Retry-After': '60' },
      }),
    );
  });

  it('never lock an account: from many addresses each takes longer than the one before, 30 seconds at most', () => {
    expect(() => guessingMustStop([count('account', 100_000)])).not.toThrow();
    expect(
      [1, 50, 51, 52, 79, 80, 100_000].map((failures) => delaySeconds([count('account', failures)])),
    ).toEqual([0, 0, 1, 2, 29, 30, 30]);
  });
});

describe('an organization', () => {
  it('is named where there are several: sign_in.organization_needed', () => {
    expect(() => organizationMustBeKnown(1)).not.toThrow();
    expect(() => organizationMustBeKnown(2)).toThrow(
      expect.objectContaining({ code: 'sign_in.organization_needed', kind: 'unprocessable' }),
    );
  });
});
