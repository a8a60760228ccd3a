import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../platform/database/index.js';
import { EventPublisher } from '../../../platform/events/index.js';
import { parentsOf } from '../actual-time/parents-of.js';
import { timesheetEntryCreated } from '../time-tracking.events.js';
import { TimesheetEntryRepository, type NewTimesheetEntry } from './timesheet-entry.repository.js';
import './timesheet-entry.rules.js';

/** Takes over what the timesheet service recorded; the API only reads it. */
@Injectable()
export class TimesheetEntryIntake {
  constructor(
    private readonly entries: TimesheetEntryRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly events: EventPublisher,
  ) {}

  /**
   * All of the entries or, where one does not fit, none.
   * @returns the ids of the entries, in their order
   * @throws 422 `timesheet_entry.does_not_fit` when the offering of an entry is not in its project, the role not on the
   * offering, or a person or actual time unknown; 409 `timesheet_entry.actual_time_taken`
   */
  take(organizationId: string, entries: readonly NewTimesheetEntry[]): Promise<string[]> {
    return this.unitOfWork.run(async () => {
      const ids = await this.entries.insert(organizationId, entries);
      const events = entries.map((entry, index) => ({
        organizationId,
        id: ids[index] ?? '',
        payload: parentsOf(entry),
      }));
      await this.events.publish(timesheetEntryCreated, ...events);
      return ids;
    });
  }
}
