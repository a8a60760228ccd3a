import type { Conditions } from '../../../platform/database/index.js';
import { timeConditions } from '../actual-time/time-list.js';
import type { TimesheetEntryFilters } from './timesheet-entry.dto.js';

export const timesheetEntryConditions = (organizationId: string, query: TimesheetEntryFilters): Conditions =>
  timeConditions(organizationId, query).and('t.approval_status = ANY (?)', query.approval_status);
