import { describe, expect, it } from '@jest/globals';
import { deletedRoleMustBeUnused, replacedPersonMustHaveNoTime } from './project-offering-role.rules.js';

const refusal = (code: string) => expect.objectContaining({ kind: 'conflict', code }) as never;

describe('the assignment of an offering role', () => {
  it('may go while it is a requisition, nobody, or a person without time', () => {
    expect(() => replacedPersonMustHaveNoTime(null, true)).not.toThrow();
    expect(() => replacedPersonMustHaveNoTime({ type: 'requisition', id: 'q' }, true)).not.toThrow();
    expect(() => replacedPersonMustHaveNoTime({ type: 'person', id: 'p' }, false)).not.toThrow();
  });

  it('stays while it is a person with time: project_offering_role.person_has_time', () => {
    expect(() => replacedPersonMustHaveNoTime({ type: 'person', id: 'p' }, true)).toThrow(
      refusal('project_offering_role.person_has_time'),
    );
  });
});

describe('an offering role', () => {
  const unused = {
    isAssigned: false,
    hasPlannedTime: false,
    hasActualTime: false,
    hasTimesheetEntries: false,
  };

  it('can be deleted when nothing refers to it', () => {
    expect(() => deletedRoleMustBeUnused(unused)).not.toThrow();
  });

  it.each([
    ['isAssigned', 'project_offering_role.is_assigned'],
    ['hasPlannedTime', 'project_offering_role.has_planned_time'],
    ['hasActualTime', 'project_offering_role.has_actual_time'],
    ['hasTimesheetEntries', 'project_offering_role.has_timesheet_entries'],
  ])('stays while %s: %s', (use, code) => {
    expect(() => deletedRoleMustBeUnused({ ...unused, [use]: true })).toThrow(refusal(code));
  });

  it('names first what keeps it for good: project_offering_role.has_actual_time', () => {
    const used = { isAssigned: true, hasPlannedTime: true, hasActualTime: true, hasTimesheetEntries: true };
    expect(() => deletedRoleMustBeUnused(used)).toThrow(refusal('project_offering_role.has_actual_time'));
  });
});
