import { declareConstraintErrors } from '../../../platform/database/index.js';
import { conflict } from '../../../platform/errors/index.js';
import { tagInUse } from '../../organization/index.js';
import type { Assignment } from './project-offering-role.dto.js';

declareConstraintErrors({
  /** The role says what the time of a person on an offering counts as, so there is one. */
  project_offering_roles_person_key: () =>
    conflict(
      'project_offering_role.person_has_role',
      'assignment: the person has a role on this offering already. Change that one, or take the person off it first.',
    ),
  project_offering_role_tags_tag_fkey: tagInUse,
});

/** Recorded time stays with the person who worked, so they stay on the role that it is recorded for. */
export function replacedPersonMustHaveNoTime(assignment: Assignment | null, hasTime: boolean): void {
  if (assignment?.type !== 'person' || !hasTime) return;
  throw conflict(
    'project_offering_role.person_has_time',
    'assignment: the assigned person has actual time on this role and must stay. Delete that time first, or add another role.',
  );
}

interface RoleUse {
  readonly isAssigned: boolean;
  readonly hasPlannedTime: boolean;
  readonly hasActualTime: boolean;
  readonly hasTimesheetEntries: boolean;
}

/** A role goes only when nothing refers to it, so that no plan and no recorded hour is lost with it. */
export function deletedRoleMustBeUnused(use: RoleUse): void {
  if (use.hasActualTime) {
    throw conflict(
      'project_offering_role.has_actual_time',
      'The role has actual time and cannot be deleted. Delete that time first.',
    );
  }
  if (use.hasTimesheetEntries) {
    throw conflict(
      'project_offering_role.has_timesheet_entries',
      'The role has timesheet entries and cannot be deleted.',
    );
  }
  if (use.hasPlannedTime) {
    throw conflict(
      'project_offering_role.has_planned_time',
      'The role has planned time. Clear it first, by applying 0 hours to each of its days.',
    );
  }
  if (use.isAssigned) {
    throw conflict(
      'project_offering_role.is_assigned',
      'The role is assigned. Clear its assignment first, with PATCH { "assignment": null }.',
    );
  }
}
