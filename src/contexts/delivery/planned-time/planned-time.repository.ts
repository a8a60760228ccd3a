import { Injectable } from '@nestjs/common';
import {
  Conditions,
  Database,
  instantText,
  prepared,
  VERSION,
  type Page,
  type PageRequest,
} from '../../../platform/database/index.js';
import type { ChangedValues } from '../../../platform/events/index.js';
import type { RecordForm } from '../../../platform/resources/index.js';
import type { OfferingPath } from '../offering-roles/project-offering-role-state.js';
import type { ListPlannedTimeQuery, PlannedTimeEntry, PlannedTimeResponse } from './planned-time.dto.js';

const columns = 't.plan_date, t.hours::float8';
const planVersion = instantText('plan_modified_at');
// Of the role as a whole, so that it is looked up once.
const listed = `${columns}, (SELECT ${planVersion} FROM project_offering_roles
  WHERE organization_id = $1 AND id = $2) AS ${VERSION}`;

const application = prepared(
  `WITH sent AS MATERIALIZED (
     SELECT s.* FROM unnest($3::date[], $4::numeric[]) AS s (plan_date, hours)
     WHERE EXISTS (SELECT 1 FROM project_offering_roles r WHERE r.organization_id = $1 AND r.id = $2)),
   before AS MATERIALIZED (
     SELECT t.plan_date, t.hours FROM planned_time t
     WHERE t.organization_id = $1 AND t.project_offering_role_id = $2 AND t.plan_date = ANY ($3::date[])),
   cleared AS (
     DELETE FROM planned_time t USING sent
     WHERE t.organization_id = $1 AND t.project_offering_role_id = $2
       AND t.plan_date = sent.plan_date AND sent.hours = 0
     RETURNING t.plan_date, 0 AS hours),
   planned AS (
     INSERT INTO planned_time AS t (organization_id, project_offering_role_id, plan_date, hours)
     SELECT $1, $2, plan_date, hours FROM sent WHERE hours > 0 ORDER BY plan_date
     ON CONFLICT (organization_id, project_offering_role_id, plan_date)
       DO UPDATE SET hours = EXCLUDED.hours WHERE t.hours <> EXCLUDED.hours
     RETURNING t.plan_date, t.hours),
   changed AS (
     SELECT plan_date, coalesce(before.hours, 0) AS was, now.hours
     FROM (SELECT * FROM cleared UNION ALL SELECT * FROM planned) now LEFT JOIN before USING (plan_date)),
   versioned AS (
     UPDATE project_offering_roles r
     SET plan_modified_at = greatest(clock_timestamp(), r.plan_modified_at + interval '1 millisecond')
     WHERE r.organization_id = $1 AND r.id = $2 AND EXISTS (SELECT 1 FROM changed)
     RETURNING r.plan_modified_at)
   SELECT (SELECT plan_modified_at FROM versioned) AS version, min(plan_date) AS "startDate", max(plan_date) AS "endDate",
     json_object_agg(plan_date, json_build_object('from', was::float8, 'to', hours::float8) ORDER BY plan_date) AS hours
   FROM changed HAVING count(*) > 0`,
);

/** A list as PostgreSQL writes it, of values that need no quotes: a list of hundreds is made of them at once. */
const listOf = (
  entries: readonly PlannedTimeEntry[],
  value: (entry: PlannedTimeEntry) => string | number,
): string => `{${entries.map(value).join(',')}}`;

export interface ChangedDays {
  /** Of the plan, from now on. */
  readonly version: string;
  readonly startDate: string;
  readonly endDate: string;
  /** By day. */
  readonly hours: ChangedValues;
}

/** Of offering roles, the entries of the days that an event names. */
export const plannedTimeRecords: RecordForm = {
  isOfDays: true,
  text: `SELECT n.id, n.start_date, n.end_date, (
      SELECT coalesce(json_agg(x ORDER BY x.plan_date), '[]') FROM (SELECT ${columns} FROM planned_time t
        WHERE t.organization_id = $1 AND t.project_offering_role_id = n.id
          AND t.plan_date BETWEEN n.start_date AND n.end_date) x) AS entries
    FROM (SELECT DISTINCT * FROM unnest($2::uuid[], $3::date[], $4::date[]) AS n (id, start_date, end_date)) n
    JOIN project_offering_roles r ON r.organization_id = $1 AND r.id = n.id`,
};

@Injectable()
export class PlannedTimeRepository {
  constructor(private readonly database: Database) {}

  /** Nothing also where the role is on another offering, or that in another project. */
  list(
    organizationId: string,
    { projectId, projectOfferingId }: OfferingPath,
    roleId: string,
    query: ListPlannedTimeQuery,
    page: PageRequest,
  ): Promise<Page<PlannedTimeResponse>> {
    const conditions = new Conditions()
      .and('t.organization_id = ?', organizationId)
      .and('t.project_offering_role_id = ?', roleId);
    const offeringId = conditions.bind(projectOfferingId);
    conditions
      .and(
        `EXISTS (SELECT 1 FROM project_offering_roles r
           JOIN project_offerings o ON o.organization_id = r.organization_id AND o.id = r.project_offering_id
           WHERE r.organization_id = $1 AND r.id = $2 AND o.id = ${offeringId} AND o.project_id = ?)`,
        projectId,
      )
      .andStart('t.plan_date >= ?', query.start_date)
      .and('t.plan_date <= ?', query.end_date);
    return this.database.page({
      table: 'planned_time t',
      columns: listed,
      conditions,
      order: ['plan_date'],
      page,
    });
  }

  /**
   * Sets the hours of days, and clears those with 0 hours; all in one statement, whatever their number. Where there is
   * no such role, there is nothing to change.
   * @returns which days changed; null when each had these hours before
   */
  apply(
    organizationId: string,
    roleId: string,
    entries: readonly PlannedTimeEntry[],
  ): Promise<ChangedDays | null> {
    return this.database.first<ChangedDays>(application, [
      organizationId,
      roleId,
      listOf(entries, ({ plan_date }) => plan_date),
      listOf(entries, ({ hours }) => hours),
    ]);
  }
}
