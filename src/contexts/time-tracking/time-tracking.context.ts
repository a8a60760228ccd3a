import { defineContext } from '../../platform/contexts/index.js';
import { actualTimeRecords } from './actual-time/actual-time.repository.js';
import { ActualTimeResponse } from './actual-time/actual-time.dto.js';
import { timesheetEntryRecords } from './timesheet-entries/timesheet-entry.repository.js';
import { TimesheetEntryResponse } from './timesheet-entries/timesheet-entry.dto.js';
import * as resources from './time-tracking.resources.js';
import { BACKFILL } from './actual-time/backfill.js';
import * as topics from './time-tracking.events.js';
import { TimeTrackingModule } from './time-tracking.module.js';

export const timeTracking = defineContext({
  name: 'time-tracking',
  module: TimeTrackingModule,
  scopes: ['time'],
  resources: Object.values(resources),
  permissions: { [BACKFILL]: 'Actual time of archived people, together with `time:write`' },
  records: {
    actualtime: { ...actualTimeRecords, response: ActualTimeResponse },
    timesheetentry: { ...timesheetEntryRecords, response: TimesheetEntryResponse },
  },
  topics,
  tags: {
    'Actual time': 'Hours that people worked on offerings.',
    'Timesheet entries': 'Hours as they were entered in the timesheet service, with their approval.',
  },
});
