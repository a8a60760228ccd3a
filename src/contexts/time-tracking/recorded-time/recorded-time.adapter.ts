import { Injectable } from '@nestjs/common';
import { Database, prepared } from '../../../platform/database/index.js';
import type { CalendarDate } from '../../../platform/values/index.js';
import type { RecordedHours, RecordedTime } from '../../delivery/index.js';
import { costRatePeriods } from '../../people/index.js';

const periods = costRatePeriods({
  personId: 'worker.person_id',
  organizationId: '$1',
  currencyCode: '$4',
});

// Entries of one person and day have one rate, so they are added up before the rates are looked for.
const hoursByCostRate = prepared(`
  WITH worked AS MATERIALIZED (
    SELECT project_offering_role_id, person_id, recorded_date, sum(hours) AS hours,
      coalesce(sum(hours) FILTER (WHERE billable), 0) AS billable_hours
    FROM actual_time
    WHERE organization_id = $1 AND project_offering_id = ANY ($2) AND recorded_date <= $3
    GROUP BY project_offering_role_id, person_id, recorded_date),
  rates AS MATERIALIZED (
    SELECT worker.person_id, period.*
    FROM (SELECT DISTINCT person_id FROM worked) worker CROSS JOIN LATERAL (${periods}) period)
  SELECT w.project_offering_role_id, r.amount AS cost_rate, sum(w.hours) AS hours,
    sum(w.billable_hours) AS billable_hours, min(w.recorded_date) AS first_date, max(w.recorded_date) AS last_date
  FROM worked w JOIN rates r
    ON r.person_id = w.person_id AND w.recorded_date >= r.from_date AND w.recorded_date < r.until_date
  GROUP BY w.project_offering_role_id, r.amount
  ORDER BY w.project_offering_role_id, r.amount`);

/** Answers delivery what time was recorded. */
@Injectable()
export class RecordedTimeAdapter implements RecordedTime {
  constructor(private readonly database: Database) {}

  isOnProject(organizationId: string, projectId: string): Promise<boolean> {
    return this.exists('actual_time', 'project_id', organizationId, projectId);
  }

  isOnRole(organizationId: string, projectOfferingRoleId: string): Promise<boolean> {
    return this.exists('actual_time', 'project_offering_role_id', organizationId, projectOfferingRoleId);
  }

  hasTimesheetEntriesOnRole(organizationId: string, projectOfferingRoleId: string): Promise<boolean> {
    return this.exists(
      'timesheet_entries',
      'project_offering_role_id',
      organizationId,
      projectOfferingRoleId,
    );
  }

  hoursUpTo(
    organizationId: string,
    projectOfferingIds: readonly string[],
    day: CalendarDate,
    currencyCode: string,
  ): Promise<RecordedHours[]> {
    return this.database.rows(hoursByCostRate, [organizationId, projectOfferingIds, day, currencyCode]);
  }

  private async exists(table: string, column: string, organizationId: string, id: string): Promise<boolean> {
    const statement = `SELECT 1 FROM ${table} WHERE organization_id = $1 AND ${column} = $2 LIMIT 1`;
    return (await this.database.first(statement, [organizationId, id])) !== null;
  }
}
