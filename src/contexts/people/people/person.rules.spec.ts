import { describe, expect, it } from '@jest/globals';
import {
  additionalRolesMustNotRepeatRole,
  isTerminated,
  returningPersonMustNotBeTerminated,
  terminationMustNotPrecedeStart,
} from './person.rules.js';

const refusal = (code: string, members = {}) => expect.objectContaining({ code, members }) as never;

describe('a person', () => {
  it('can start and leave on the same day, not the other way round: request.invalid', () => {
    const day = '2026-11-21';
    expect(() =>
      terminationMustNotPrecedeStart({ start_date: day, termination_date: day }, {}),
    ).not.toThrow();
    expect(() =>
      terminationMustNotPrecedeStart({ start_date: day, termination_date: null }, {}),
    ).not.toThrow();
    const wrong = { start_date: day, termination_date: '2026-11-20' };
    expect(() => terminationMustNotPrecedeStart(wrong, wrong)).toThrow(
      refusal('request.invalid', { termination_date: [expect.stringContaining(day)] }),
    );
    expect(() => terminationMustNotPrecedeStart(wrong, { start_date: day })).toThrow(
      refusal('request.invalid', { start_date: [expect.stringContaining('2026-11-20')] }),
    );
  });

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
