import { describe, expect, it } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import { translateDatabaseError } from '../../../platform/database/constraint-errors.js';
import './timesheet-entry.rules.js';

const violation = (constraint: string): QueryFailedError =>
  new QueryFailedError('INSERT', [], Object.assign(new Error('violated'), { code: '23505', constraint }));

describe('a timesheet entry', () => {
  it.each([
    ['timesheet_entries_offering_fkey', 'timesheet_entry.does_not_fit'],
    ['timesheet_entries_role_fkey', 'timesheet_entry.does_not_fit'],
    ['timesheet_entries_person_fkey', 'timesheet_entry.does_not_fit'],
    ['timesheet_entries_actual_time_key', 'timesheet_entry.actual_time_taken'],
  ])('violating %s is refused with %s', (constraint, code) => {
    expect(translateDatabaseError(violation(constraint))).toMatchObject({ code });
  });

  it('violating anything else stays what it is', () => {
    const other = violation('some_other_key');
    expect(translateDatabaseError(other)).toBe(other);
  });
});
