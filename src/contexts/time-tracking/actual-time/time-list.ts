import { Conditions, isUnbounded, type PageRequest } from '../../../platform/database/index.js';
import { addDays, type CalendarDate } from '../../../platform/values/index.js';
import { crmIdentifiersOf } from '../../../platform/crm-identifiers/index.js';
import type { ActualTimeFilters } from './actual-time.dto.js';

const DEFAULT_DAYS = 7;

/** What the resources of recorded time have in common, from the table `t`. */
export const timeColumns = `t.id, t.project_id, t.project_offering_id, t.project_offering_role_id, t.person_id,
  t.recorded_date, t.hours::float8, t.billable, t.description,
  ${crmIdentifiersOf('t')}, t.created_at AS created_date, t.modified_at AS modified_date`;

export const timeOrder = ['recorded_date', 'id'];

const ORGANIZATION = '$1';

/** The role that time of the table `t` counts as is that of its offering role. */
const recordedAs = (condition: string): string => `t.project_offering_role_id IN (
    SELECT r.id FROM project_offering_roles r JOIN roles role ON role.organization_id = r.organization_id AND role.id = r.role_id
    WHERE r.organization_id = ${ORGANIZATION} AND ${condition})`;

/** The filters of the lists of recorded time, which are in the table `t`. Each leads through an index. */
export function timeConditions(organizationId: string, query: ActualTimeFilters): Conditions {
  return new Conditions()
    .and('t.organization_id = ?', organizationId)
    .andStart('t.recorded_date >= ?', query.start_date)
    .and('t.recorded_date <= ?', query.end_date)
    .and('t.project_id = ?', query.project_id)
    .and('t.project_offering_id = ?', query.project_offering_id)
    .and('t.person_id = ?', query.person_id)
    .and(
      `t.project_id IN (SELECT p.id FROM projects p WHERE p.organization_id = ${ORGANIZATION} AND p.client_id = ?)`,
      query.client_id,
    )
    .and(recordedAs('r.role_id = ?'), query.role_id)
    .and(recordedAs('role.department_id = ?'), query.department_id)
    .and('t.billable = ?', query.billable);
}

/** The table with the daily row counts of a table, unless a filter needs more than they know. */
export function dailyRowCountsTable(table: string, query: ActualTimeFilters): string | undefined {
  const { project_id, project_offering_id, person_id, client_id, role_id, department_id } = query;
  const others = [project_id, project_offering_id, person_id, client_id, role_id, department_id];
  return others.some((id) => id !== undefined) ? undefined : `${table}_counts`;
}

/**
 * The query with the days that are meant where it names none: 7 days ago through today, unless the page asks for
 * certain records or for all. With one of the two, the other side is open.
 * @param today asked only when it is needed
 */
export async function withDays<Query extends ActualTimeFilters>(
  query: Query,
  page: PageRequest,
  today: () => Promise<CalendarDate>,
): Promise<Query> {
  if (query.start_date !== undefined || query.end_date !== undefined || isUnbounded(page)) return query;
  const end_date = await today();
  return { ...query, start_date: addDays(end_date, -DEFAULT_DAYS), end_date };
}
