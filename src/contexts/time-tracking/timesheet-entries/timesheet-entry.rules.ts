import { declareConstraintErrors } from '../../../platform/database/index.js';
import { conflict, unprocessable } from '../../../platform/errors/index.js';
import { crmIdentifierTaken } from '../../../platform/crm-identifiers/index.js';

/** Hours count for one role of one offering of one project, so these must belong together. */
const doesNotFit = unprocessable(
  'timesheet_entry.does_not_fit',
  'The offering of an entry is not in its project, its role not on the offering, or the organization has no such person or actual time.',
);

const actualTimeTaken = conflict(
  'timesheet_entry.actual_time_taken',
  'Another entry became this actual time already: name that of this entry.',
);

export const timesheetEntryCrmIdentifierInUse = conflict(
  'timesheet_entry.crm_identifier_in_use',
  crmIdentifierTaken('timesheet entry'),
);

declareConstraintErrors({
  timesheet_entry_crm_identifiers_key: timesheetEntryCrmIdentifierInUse,
  timesheet_entries_offering_fkey: doesNotFit,
  timesheet_entries_role_fkey: doesNotFit,
  timesheet_entries_person_fkey: doesNotFit,
  timesheet_entries_decided_by_fkey: doesNotFit,
  timesheet_entries_actual_time_fkey: doesNotFit,
  /** Hours that were entered once count once. */
  timesheet_entries_actual_time_key: actualTimeTaken,
});
