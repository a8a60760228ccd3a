import { describe, expect, it } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import { translateDatabaseError } from '../../../platform/database/constraint-errors.js';
import './project-offering.rules.js';

const violation = (constraint: string): QueryFailedError =>
  new QueryFailedError('INSERT', [], Object.assign(new Error('violated'), { code: '23505', constraint }));

describe('an offering', () => {
  it.each([['project_offerings_name_key', 'project_offering.name_in_use']])(
    'violating %s is refused with %s',
    (constraint, code) => {
      expect(translateDatabaseError(violation(constraint))).toMatchObject({ code });
    },
  );

  it('violating anything else stays what it is', () => {
    const other = violation('some_other_key');
    expect(translateDatabaseError(other)).toBe(other);
  });
});
