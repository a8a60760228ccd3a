import { invalid } from '../errors/index.js';
import { orderOf, aliasOf, sortedBy, type PageQuery } from './page-query.js';
import { KEYSET } from './protocol/rows/page.js';

export const foreignPosition = (): Error =>
  invalid({ cursor: ['is not one of this list: begin again with start'] });

/** One row more than the page tells whether there is another; the last one of the page begins with its position. */
export function keysetStatement(query: PageQuery): string {
  const { table, joins = '', columns, conditions, page } = query;
  const { behind = [], pageSize } = page;
  const sorted = sortedBy(query);
  const size = `${conditions.bind(pageSize)}::bigint`;
  const key = orderOf(query).map((column) => `${column}::text`);
  if (behind.length > 0 && behind.length !== key.length) throw foreignPosition();
  const position = behind.map((value) => conditions.bind(value)).join(', ');
  const where =
    behind.length === 0 ? conditions.text : `${conditions.textPastStart} AND (${sorted}) > (${position})`;
  const place = `row_number() OVER (ORDER BY ${sorted})`;
  return `
    SELECT CASE WHEN ${place} = ${size} THEN json_build_array(${key.join(', ')}) END AS ${KEYSET}, ${place} AS place, ${columns}
    FROM (
      SELECT ${aliasOf(query)}.* FROM ${table} WHERE ${where} ORDER BY ${sorted} LIMIT ${size} + 1) ${aliasOf(query)} ${joins}
    ORDER BY place`;
}
