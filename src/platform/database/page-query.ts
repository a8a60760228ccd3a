import type { QueryArrayResult } from 'pg';
import type { Conditions } from './conditions.js';

/** Which page is wanted; both at least 1. */
export interface PageRequest {
  readonly page: number;
  readonly pageSize: number;
}

export interface Page<Row> {
  readonly total: number;
  readonly rows: readonly Row[];
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
  readonly page: PageRequest;
}

/**
 * The page is cut from the listed table alone, so that a row that is skipped costs an index entry and no join. Each
 * row begins with the total and its place on the page; without rows there is one with the total alone.
 */
export function pageStatement({
  table,
  joins = '',
  columns,
  conditions,
  order = ['id'],
  page: { page, pageSize },
}: PageQuery): string {
  const alias = table.split(' ').at(-1) ?? table;
  const matching = `FROM ${table} WHERE ${conditions.text}`;
  const sorted = order.map((column) => `${alias}.${column}`).join(', ');
  const skipped = (page - 1) * pageSize;
  const start =
    skipped === 0
      ? ''
      : `AND (${sorted}) >= (SELECT ${sorted} ${matching} ORDER BY ${sorted} LIMIT 1 OFFSET ${skipped})`;
  return `
    SELECT counted.total, listed.* FROM (SELECT count(*) AS total ${matching}) counted LEFT JOIN (
      SELECT row_number() OVER (ORDER BY ${sorted}) AS place, ${columns}
      FROM (SELECT ${alias}.* ${matching} ${start} ORDER BY ${sorted} LIMIT ${pageSize}) ${alias} ${joins}) listed
      ON true
    ORDER BY listed.place`;
}

/** What the statement of a page gave, taken as lists of values: cheaper than to make records and take something out again. */
export function rowsOfPage<Row>({ rows, fields }: QueryArrayResult): Page<Row> {
  const [first] = rows as [total: number, place: number | null, ...row: unknown[]][];
  if (!first || first[1] === null) return { total: first?.[0] ?? 0, rows: [] };
  const names = fields.map(({ name }) => name);
  const blank = Object.fromEntries(names.slice(2).map((name) => [name, null]));
  return {
    total: first[0],
    rows: rows.map((values) => {
      const row: Record<string, unknown> = { ...blank };
      for (let index = 2; index < names.length; index += 1) row[names[index] as string] = values[index];
      return row as Row;
    }),
  };
}
