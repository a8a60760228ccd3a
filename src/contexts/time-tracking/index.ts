export type { TimeTrackingEvent } from './time-tracking.events.js';
export { TimeTrackingModule } from './time-tracking.module.js';
export { TimesheetEntryIntake } from './timesheet-entries/timesheet-entry-intake.js';
export type { NewTimesheetEntry } from './timesheet-entries/timesheet-entry.repository.js';
