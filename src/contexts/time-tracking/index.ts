export { timeTracking } from './time-tracking.context.js';
export * from './time-tracking.resources.js';
export * from './time-tracking.events.js';
export { TimesheetEntryIntake } from './timesheet-entries/timesheet-entry-intake.js';
export type { NewTimesheetEntry } from './timesheet-entries/timesheet-entry.repository.js';
export { RecordedTimeModule } from './recorded-time/recorded-time.module.js';
export { TimeTrackingModule } from './time-tracking.module.js';
