import { declareConstraintErrors } from '../../../platform/database/index.js';
import { conflict, notFound } from '../../../platform/errors/index.js';
import { crmIdentifierTaken } from '../../../platform/crm-identifiers/index.js';
import { tagInUse } from '../../organization/domain.js';
import type { Assignee } from './project-offering-role-state.js';

export const projectOfferingRoleNotFound = notFound(
  'project_offering_role.not_found',
  'There is no role with this id on this offering.',
);

export const projectOfferingRolePersonHasRole = conflict(
  'project_offering_role.person_has_role',
  'assignment: the person has a role on this offering already. Change that one, or take the person off it first.',
);

export const projectOfferingRoleCrmIdentifierInUse = conflict(
  'project_offering_role.crm_identifier_in_use',
  crmIdentifierTaken('offering role'),
);

declareConstraintErrors({
  project_offering_role_crm_identifiers_key: projectOfferingRoleCrmIdentifierInUse,
  /** The role says what the time of a person on an offering counts as, so there is one. */
  project_offering_roles_person_key: projectOfferingRolePersonHasRole,
  project_offering_role_tags_tag_fkey: tagInUse,
});

export const projectOfferingRolePersonHasTime = conflict(
  'project_offering_role.person_has_time',
  'assignment: the assigned person has actual time on this role and must stay. Delete that time first, or add another role.',
);

/** Recorded time stays with the person who worked, so they stay on the role that it is recorded for. */
export function replacedPersonMustHaveNoTime(assignment: Assignee | null, hasTime: boolean): void {
  if (assignment?.type !== 'person' || !hasTime) return;
  throw projectOfferingRolePersonHasTime();
}

interface RoleUse {
  readonly isAssigned: boolean;
  readonly hasPlannedTime: boolean;
  readonly hasActualTime: boolean;
  readonly hasTimesheetEntries: boolean;
}

export const projectOfferingRoleHasActualTime = conflict(
  'project_offering_role.has_actual_time',
  'The role has actual time and cannot be deleted. Delete that time first.',
);

export const projectOfferingRoleHasTimesheetEntries = conflict(
  'project_offering_role.has_timesheet_entries',
  'The role has timesheet entries and cannot be deleted.',
);

export const projectOfferingRoleHasPlannedTime = conflict(
  'project_offering_role.has_planned_time',
  'The role has planned time. Clear it first, by applying 0 hours to each of its days.',
);

export const projectOfferingRoleIsAssigned = conflict(
  'project_offering_role.is_assigned',
  'The role is assigned. Clear its assignment first, with PATCH { "assignment": null }.',
);

/** A role is deleted only when nothing refers to it, so that no planned or recorded hour is lost. */
export function deletedRoleMustBeUnused(use: RoleUse): void {
  if (use.hasActualTime) {
    throw projectOfferingRoleHasActualTime();
  }
  if (use.hasTimesheetEntries) {
    throw projectOfferingRoleHasTimesheetEntries();
  }
  if (use.hasPlannedTime) {
    throw projectOfferingRoleHasPlannedTime();
  }
  if (use.isAssigned) {
    throw projectOfferingRoleIsAssigned();
  }
}
