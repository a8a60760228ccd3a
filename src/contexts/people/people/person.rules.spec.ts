import { describe, expect, it } from '@jest/globals';
import {
  additionalRolesMustNotRepeatRole,
  isTerminated,
  returningPersonMustNotBeTerminated,
} from './person.rules.js';

const refusal = (code: string, members = {}) => expect.objectContaining({ code, members }) as never;

describe('a person', () => {
  it('is terminated from the day after the last one', () => {
    expect(isTerminated('2026-11-20', '2026-11-20')).toBe(false);
    expect(isTerminated('2026-11-20', '2026-11-21')).toBe(true);
    expect(isTerminated(null, '2026-11-21')).toBe(false);
  });

  it('does not return while terminated: person.is_terminated', () => {
    expect(() => returningPersonMustNotBeTerminated('2026-11-21', '2026-11-21')).not.toThrow();
    expect(() => returningPersonMustNotBeTerminated('2026-11-20', '2026-11-21')).toThrow(
      refusal('person.is_terminated'),
    );
  });

  it('has each role once: person.role_listed_twice', () => {
    expect(() => additionalRolesMustNotRepeatRole('a', ['b'])).not.toThrow();
    expect(() => additionalRolesMustNotRepeatRole('a', ['b', 'a'])).toThrow(
      refusal('person.role_listed_twice'),
    );
  });
});
