import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Database, prepared } from '../../../platform/database/index.js';
import { changeOf, EventPublisher } from '../../../platform/events/index.js';
import type { CalendarDate } from '../../../platform/values/index.js';
import type { RecordedHours, RecordedTime } from '../../delivery/index.js';
import { ActualTime } from '../actual-time/actual-time.entity.js';
import { costRatesOf } from '../../people/index.js';
import { parentsOf, type AffectedEntry } from '../actual-time/parents-of.js';
import { timesheetEntryModified } from '../time-tracking.events.js';

// All columns are in an index, so it may be read twice. A list of known length would be planned anew each time.
const recorded = `
  FROM unnest((SELECT $2::uuid[])) AS offering (id) JOIN actual_time t ON t.project_offering_id = offering.id`;
const upToTheDay = 'organization_id = $1 AND recorded_date <= $3';

const rates = costRatesOf({
  people: `ARRAY(SELECT DISTINCT person_id ${recorded} WHERE ${upToTheDay})`,
  organizationId: '$1',
});

/** What an hour costs is the place of its day among the rates of its person. */
const hoursByCostRate = prepared(`
  WITH rates AS MATERIALIZED (${rates}),
  summed AS (
    SELECT project_offering_role_id, person_id, width_bucket(recorded_date, dates) AS place, sum(hours) AS hours,
      coalesce(sum(hours) FILTER (WHERE billable), 0) AS billable_hours,
      min(recorded_date) AS first_date, max(recorded_date) AS last_date
    ${recorded} LEFT JOIN rates USING (person_id) WHERE ${upToTheDay}
    GROUP BY project_offering_role_id, person_id, place)
  SELECT project_offering_role_id, amounts[place] AS cost_rate,
    currencies[place] AS cost_rate_currency_code, hours, billable_hours, first_date, last_date
  FROM summed LEFT JOIN rates USING (person_id)`);

@Injectable()
export class RecordedTimeAdapter implements RecordedTime {
  constructor(
    @InjectRepository(ActualTime) private readonly times: Repository<ActualTime>,
    private readonly database: Database,
    private readonly events: EventPublisher,
  ) {}

  isOnProject(organizationId: string, projectId: string): Promise<boolean> {
    return this.times.existsBy({ organizationId, projectId });
  }

  isOnRole(organizationId: string, projectOfferingRoleId: string): Promise<boolean> {
    return this.times.existsBy({ organizationId, projectOfferingRoleId });
  }

  async hasTimesheetEntriesOnRole(organizationId: string, projectOfferingRoleId: string): Promise<boolean> {
    const statement =
      'SELECT 1 FROM timesheet_entries WHERE organization_id = $1 AND project_offering_role_id = $2 LIMIT 1';
    return (await this.database.first(statement, [organizationId, projectOfferingRoleId])) !== null;
  }

  async countTimesheetEntries(organizationId: string, offeringIds: readonly string[]): Promise<number> {
    const found = await this.database.first<{ count: number }>(
      `SELECT count(*)::int AS count FROM timesheet_entries
       WHERE organization_id = $1 AND project_offering_id = ANY ($2)`,
      [organizationId, offeringIds],
    );
    return found?.count ?? 0;
  }

  async tellMoved(
    organizationId: string,
    offeringIds: readonly string[],
    { from, to }: { readonly from: string; readonly to: string },
  ): Promise<void> {
    const entries = await this.database.rows<AffectedEntry>(
      `SELECT id, project_id, project_offering_id, person_id FROM timesheet_entries
       WHERE organization_id = $1 AND project_offering_id = ANY ($2) ORDER BY id`,
      [organizationId, offeringIds],
    );
    const [before, after] = [{ project_id: from }, { project_id: to }];
    const events = entries.map((entry) =>
      changeOf(organizationId, [{ ...before, id: entry.id }, after], ['project_id'], parentsOf(entry)),
    );
    await this.events.publish(timesheetEntryModified, ...events);
  }

  hoursUpTo(
    organizationId: string,
    offeringIds: readonly string[],
    day: CalendarDate,
  ): Promise<RecordedHours[]> {
    return this.database.rows(hoursByCostRate, [organizationId, offeringIds, day]);
  }
}
