import type { Conditions } from './conditions.js';
import { prepared } from './prepared-statements.js';

/** Which page is wanted; both at least 1. */
export interface PageRequest {
  readonly page: number;
  readonly pageSize: number;
}

export interface PageQuery {
  /** The listed table with its alias, such as `clients c`. */
  readonly table: string;
  /** What the columns need beside the listed table. */
  readonly joins?: string;
  /** The select list: the wire form of a row. */
  readonly columns: string;
  /** May speak of the listed table only. */
  readonly conditions: Conditions;
  /** Columns of the listed table, ending with one that is unique in the list. */
  readonly order?: readonly string[];
  /** A table that has its rows counted, for conditions that speak of its columns only. */
  readonly counts?: string | undefined;
  /** Whether the same plan is the best one for all values of the conditions. */
  readonly isPrepared?: boolean;
  readonly page: PageRequest;
}

/**
 * The page is cut from the listed table alone, so that a row that is skipped costs an index entry and no join. Each
 * row begins with the total and its place on the page; without rows there is one with the total alone.
 */
export function pageStatement(query: PageQuery): string {
  const { table, joins = '', columns, conditions, counts, isPrepared = false, page } = query;
  const alias = aliasOf(query);
  const sorted = sortedBy(query);
  const total = counts === undefined ? 'count(*)' : `coalesce(sum(${alias}.row_count), 0)`;
  // A place, because a plan that is made once is the cheaper one only as long as it does not know the size.
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

/**
 * The condition that the page begins at its first row, which an index finds without the rows in between. It takes the
 * place of where the list starts: of two such conditions PostgreSQL 18 would go through the index from the first one.
 */
function beginning(query: PageQuery): string {
  const { table, conditions, counts, page } = query;
  const sorted = sortedBy(query);
  const skipped = `${conditions.bind((page.page - 1) * page.pageSize)}::bigint`;
  const at = (where: string, order: string, offset: string) =>
    `SELECT ${sorted} FROM ${table} WHERE ${where} ORDER BY ${order} LIMIT 1 OFFSET ${offset}`;
  if (counts === undefined) return `(${sorted}) >= (${at(conditions.text, sorted, skipped)})`;
  // The counts tell which group of rows the page begins in, so that only rows of this group are skipped one by one,
  // from its nearer end.
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

const aliasOf = ({ table }: PageQuery): string => table.split(' ').at(-1) ?? table;

const sortedBy = (query: PageQuery): string =>
  (query.order ?? ['id']).map((column) => `${aliasOf(query)}.${column}`).join(', ');
