import type { CalendarDate } from '../../../platform/values/index.js';

/** Hours of one offering role at one cost rate of its person. */
export interface RecordedHours {
  readonly project_offering_role_id: string;
  /** Cost of an hour, exact; null where the person has no rate. */
  readonly cost_rate: string | null;
  readonly cost_rate_currency_code: string | null;
  /** Exact. */
  readonly hours: string;
  /** Those of the hours that are billable, exact. */
  readonly billable_hours: string;
  readonly first_date: CalendarDate;
  readonly last_date: CalendarDate;
}

/** Recorded time for delivery. Time tracking implements it, because delivery must not import it. */
export abstract class RecordedTime {
  /** True when actual time is on an offering of the project; stays so while the project is locked for update. */
  abstract isOnProject(organizationId: string, projectId: string): Promise<boolean>;

  /** True when actual time is on the offering role; stays so while the offering role is locked for update. */
  abstract isOnRole(organizationId: string, projectOfferingRoleId: string): Promise<boolean>;

  /** True when a timesheet entry, in whatever state, is on the offering role. */
  abstract hasTimesheetEntriesOnRole(organizationId: string, projectOfferingRoleId: string): Promise<boolean>;

  /** How many timesheet entries, in whatever state, are on these offerings. */
  abstract countTimesheetEntries(organizationId: string, offeringIds: readonly string[]): Promise<number>;

  /** Tells that the timesheet entries on these offerings, which moved, are in another project now. */
  abstract tellMoved(
    organizationId: string,
    offeringIds: readonly string[],
    project: { readonly from: string; readonly to: string },
  ): Promise<void>;

  /** The actual time of offerings up to a day, that day included, in one statement. */
  abstract hoursUpTo(
    organizationId: string,
    offeringIds: readonly string[],
    day: CalendarDate,
  ): Promise<RecordedHours[]>;
}
