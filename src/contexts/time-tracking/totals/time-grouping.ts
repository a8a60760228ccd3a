interface Grouping {
  readonly member: string;
  /** Column of recorded time by which it is added up to the sums `s` first: there are fewer of them than of rows. */
  readonly key: string;
  readonly value: string;
  readonly join?: string;
}

const joined = (table: string, alias: string, key: string): string =>
  `JOIN ${table} ${alias} ON ${alias}.organization_id = $1 AND ${alias}.id = s.${key}`;

const same = (member: string, key = member): Grouping => ({ member, key, value: `s.${key}` });

const groupings = {
  person: same('person_id'),
  client: {
    member: 'client_id',
    key: 'project_id',
    value: 'p.client_id',
    join: joined('projects', 'p', 'project_id'),
  },
  project: same('project_id'),
  offering: same('project_offering_id'),
  role: {
    member: 'role_id',
    key: 'project_offering_role_id',
    value: 'r.role_id',
    join: joined('project_offering_roles', 'r', 'project_offering_role_id'),
  },
  billable: same('billable'),
  day: same('day', 'recorded_date'),
  week: { member: 'week', key: 'recorded_date', value: `to_char(s.recorded_date::timestamp, 'IYYY-"W"IW')` },
  month: { member: 'month', key: 'recorded_date', value: `to_char(s.recorded_date::timestamp, 'YYYY-MM')` },
} satisfies Record<string, Grouping>;

export type TimeGrouping = keyof typeof groupings;

export const timeGroupings = Object.keys(groupings) as TimeGrouping[];

const counted = ['recorded_date', 'billable'];

export const isCountedDaily = (by: readonly TimeGrouping[]): boolean =>
  by.every((one) => counted.includes(groupings[one].key));

/** The hours and rows of each group, and of all groups together. @param by none: everything is one group */
export function totalsStatement(
  table: string,
  count: string,
  conditions: string,
  by: readonly TimeGrouping[],
  limit: number,
): string {
  const wanted: readonly Grouping[] = by.map((one) => groupings[one]);
  const keys = [...new Set(wanted.map(({ key }) => key))];
  const values = wanted.map(({ value }) => value);
  const listed = (...columns: readonly string[]): string => columns.join(', ');
  return `
    WITH sums AS (
      SELECT ${listed(...keys.map((key) => `t.${key}`), 'sum(t.hours) AS hours', `${count} AS count`)}
      FROM ${table} t WHERE ${conditions} GROUP BY ${listed(...keys.map((key) => `t.${key}`)) || '()'})
    SELECT ${listed(
      ...wanted.map(({ member, value }) => `${value} AS ${member}`),
      'sum(s.hours)::float8 AS hours',
      'sum(s.count)::float8 AS count',
      '(sum(sum(s.hours)) OVER ())::float8 AS all_hours',
      '(sum(sum(s.count)) OVER ())::float8 AS all_count',
    )}
    FROM sums s ${[...new Set(wanted.map(({ join = '' }) => join))].join(' ')}
    GROUP BY ${listed(...values) || '()'} HAVING sum(s.count) > 0
    ${values.length > 0 ? `ORDER BY ${listed(...values)}` : ''} LIMIT ${limit}`;
}
