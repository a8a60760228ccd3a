import { defineResource } from '../../platform/resources/index.js';
import { actualTimeNotFound } from './actual-time/actual-time.rules.js';

export const actualTimeResource = defineResource({
  type: 'actualtime',
  noun: 'actual time',
  table: 'actual_time',
  notFound: actualTimeNotFound,
  crmIdentifiers: { table: 'actual_time_crm_identifiers', owner: 'actual_time_id' },
});

export const timesheetEntryResource = defineResource({
  type: 'timesheetentry',
  noun: 'timesheet entry',
  table: 'timesheet_entries',
  crmIdentifiers: { table: 'timesheet_entry_crm_identifiers', owner: 'timesheet_entry_id' },
});
