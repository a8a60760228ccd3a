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
  /** The primary key of the listed table, where it is not (organization_id, id). */
  readonly key?: readonly string[];
  readonly page: PageRequest;
}

/** The page is cut from the listed table alone, so that a row that is skipped costs an index entry and no join. */
export function pageStatement({
  table,
  joins = '',
  columns,
  conditions,
  order = ['id'],
  key = ['organization_id', 'id'],
  page,
}: PageQuery): string {
  const alias = table.split(' ').at(-1) ?? table;
  const sorted = order.map((column) => `${alias}.${column}`).join(', ');
  return `
    WITH matching AS (SELECT count(*) AS total FROM ${table} WHERE ${conditions.text}),
    cut AS MATERIALIZED (
      SELECT ${key.map((column) => `${alias}.${column}`).join(', ')} FROM ${table} WHERE ${conditions.text}
      ORDER BY ${sorted} LIMIT ${page.pageSize} OFFSET ${(page.page - 1) * page.pageSize})
    SELECT matching.total, listed.* FROM matching LEFT JOIN (
      SELECT row_number() OVER (ORDER BY ${sorted}) AS place, ${columns}
      FROM cut JOIN ${table} USING (${key.join(', ')}) ${joins}) listed ON true
    ORDER BY listed.place`;
}
