import { describe, expect, it } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import { translateDatabaseError } from '../../../platform/database/constraint-errors.js';
import './project-offering-role.rules.js';

const violation = (constraint: string): QueryFailedError =>
  new QueryFailedError('INSERT', [], Object.assign(new Error('violated'), { code: '23505', constraint }));

describe('an offering role', () => {
  it.each([
    ['project_offering_roles_person_key', 'project_offering_role.person_has_role'],
    ['project_offering_role_tags_tag_fkey', 'tag.in_use'],
  ])('violating %s is refused with %s', (constraint, code) => {
    expect(translateDatabaseError(violation(constraint))).toMatchObject({ code });
  });

  it('violating anything else stays what it is', () => {
    const other = violation('some_other_key');
    expect(translateDatabaseError(other)).toBe(other);
  });
});
