import { describe, expect, it } from '@jest/globals';
import { unassignedDepartmentMustStay } from './department.rules.js';

describe('a department', () => {
  it('can be renamed and archived unless it is the one named Unassigned: department.unassigned_is_fixed', () => {
    for (const changes of [{ name: 'Bench' }, { is_archived: true }]) {
      expect(() => unassignedDepartmentMustStay(false, changes)).not.toThrow();
      expect(() => unassignedDepartmentMustStay(true, changes)).toThrow(
        expect.objectContaining({ code: 'department.unassigned_is_fixed', kind: 'conflict' }),
      );
    }
  });
});
