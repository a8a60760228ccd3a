import { defineResource } from '../../platform/resources/index.js';
import { actualTimeNotFound } from './actual-time/actual-time.rules.js';

export const actualTimeResource = defineResource({
  type: 'actualtime',
  noun: 'actual time',
  table: 'actual_time',
  notFound: actualTimeNotFound,
});

export const timesheetEntryResource = defineResource({
  type: 'timesheetentry',
  noun: 'timesheet entry',
  table: 'timesheet_entries',
});
