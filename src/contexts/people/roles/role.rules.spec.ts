import { describe, expect, it } from '@jest/globals';
import { defaultCostRateMustBeWritable, unassignedRoleMustStay } from './role.rules.js';

const refusal = (code: string, kind: string) => expect.objectContaining({ code, kind }) as never;

describe('a role', () => {
  it('can be renamed, moved and archived unless it is the one named Unassigned: role.unassigned_is_fixed', () => {
    for (const changes of [{ name: 'Bench' }, { department_id: 'd' }, { is_archived: true }]) {
      expect(() => unassignedRoleMustStay(false, changes)).not.toThrow();
      expect(() => unassignedRoleMustStay(true, changes)).toThrow(
        refusal('role.unassigned_is_fixed', 'conflict'),
      );
    }
    expect(() => unassignedRoleMustStay(true, {})).not.toThrow();
  });

  it('has a cost rate that needs permission to be sent: role.cost_rate_forbidden', () => {
    expect(() => defaultCostRateMustBeWritable(true, true)).not.toThrow();
    expect(() => defaultCostRateMustBeWritable(false, false)).not.toThrow();
    expect(() => defaultCostRateMustBeWritable(false, true)).toThrow(
      refusal('role.cost_rate_forbidden', 'forbidden'),
    );
  });
});
