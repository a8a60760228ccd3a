import type { Conditions } from './conditions.js';
import { prepared } from './protocol/prepared-statements.js';

export interface PageRequest {
  readonly page: number;
  readonly pageSize: number;
  /** Keyset paging: the values of the order behind which the page begins; none: at the start. */
  readonly behind?: readonly string[];
  readonly modifiedSince?: string;
  readonly ids?: readonly string[];
  readonly hasLines?: boolean;
}

/** Whether it asks for certain records or for all, so that a window of days that nobody named would hide some. */
export const isUnbounded = ({ behind, modifiedSince, ids }: PageRequest): boolean =>
  behind !== undefined || modifiedSince !== undefined || ids !== undefined;

export interface PageQuery {
  /** With its alias, such as `clients c`. */
  readonly table: string;
  readonly joins?: string;
  readonly columns: string;
  /** On columns of the listed table only. */
  readonly conditions: Conditions;
  /** Columns of the listed table; the last one is unique in the list. */
  readonly order?: readonly string[];
  /** A table of row counts that has all columns of the conditions. */
  readonly counts?: string | undefined;
  /** Whether one plan is the best for all values of the conditions. */
  readonly isPrepared?: boolean;
  readonly page: PageRequest;
}

/** With the conditions that every list has. Row counts know neither ids nor versions. */
export function narrowed(query: PageQuery): PageQuery {
  const { conditions, page } = query;
  const { modifiedSince, ids } = page;
  if (modifiedSince === undefined && ids === undefined) return query;
  const alias = aliasOf(query);
  conditions.and(`${alias}.id = ANY (?)`, ids);
  const others = { ...query, counts: undefined, isPrepared: false };
  if (modifiedSince === undefined) return others;
  conditions.settleStart().andStart(`${alias}.modified_at >= ?`, modifiedSince);
  return { ...others, order: ['modified_at', 'id'] };
}

/** Cuts the page before any join. Rows begin with total and position; an empty page is a row with the total. */
export function pageStatement(query: PageQuery): string {
  const { table, joins = '', columns, conditions, counts, isPrepared = false, page } = query;
  const alias = aliasOf(query);
  const sorted = sortedBy(query);
  const total = counts === undefined ? 'count(*)' : `coalesce(sum(${alias}.row_count), 0)`;
  // A parameter: for a known size PostgreSQL would not keep one plan.
  const size = `${conditions.bind(page.pageSize)}::bigint`;
  const statement = `
    SELECT counted.total, listed.* FROM (
      SELECT ${total} AS total FROM ${counts ? `${counts} ${alias}` : table} WHERE ${conditions.text}) counted
    LEFT JOIN (
      SELECT row_number() OVER (ORDER BY ${sorted}) AS place, ${columns} FROM (
        SELECT ${alias}.* FROM ${table}
        WHERE ${page.page === 1 ? conditions.text : `${conditions.textWithoutStart} AND ${beginning(query)}`}
        ORDER BY ${sorted} LIMIT ${size}) ${alias} ${joins}) listed ON true
    ORDER BY listed.place`;
  return isPrepared ? prepared(statement) : statement;
}

/** An index finds the first row of the page. Replaces the start: given both, PostgreSQL 18 scans from there. */
function beginning(query: PageQuery): string {
  const { table, conditions, counts, page } = query;
  const sorted = sortedBy(query);
  const skipped = `${conditions.bind((page.page - 1) * page.pageSize)}::bigint`;
  const at = (where: string, order: string, offset: string) =>
    `SELECT ${sorted} FROM ${table} WHERE ${where} ORDER BY ${order} LIMIT 1 OFFSET ${offset}`;
  if (counts === undefined) return `(${sorted}) >= (${at(conditions.text, sorted, skipped)})`;
  // The counts give the group in which the page begins; only its rows are skipped, from the nearer end.
  const [group] = sorted.split(', ');
  const inGroup = `${conditions.text} AND ${group} = begun.at`;
  const backwards = `${sorted.replaceAll(',', ' DESC,')} DESC`;
  const alias = aliasOf(query);
  const groups = `
    SELECT ${group} AS at, sum(${alias}.row_count) AS size, sum(sum(${alias}.row_count)) OVER (ORDER BY ${group}) AS upto
    FROM ${counts} ${alias} WHERE ${conditions.text} GROUP BY ${group}`;
  return `(${sorted}) >= (
    SELECT first.* FROM (
      SELECT at, (${skipped} - upto + size)::bigint AS before, (upto - ${skipped} - 1)::bigint AS behind
      FROM (${groups}) groups WHERE upto > ${skipped} ORDER BY at LIMIT 1) begun
    CROSS JOIN LATERAL (
      (${at(`${inGroup} AND begun.before <= begun.behind`, sorted, 'begun.before')})
      UNION ALL
      (${at(`${inGroup} AND begun.before > begun.behind`, backwards, 'begun.behind')})) first)`;
}

export const aliasOf = ({ table }: PageQuery): string => table.split(' ').at(-1) ?? table;

export const orderOf = (query: PageQuery): string[] =>
  (query.order ?? ['id']).map((column) => `${aliasOf(query)}.${column}`);

export const sortedBy = (query: PageQuery): string => orderOf(query).join(', ');
