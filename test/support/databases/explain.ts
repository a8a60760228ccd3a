import type { DataSource, EntityManager } from 'typeorm';
import { UNUSED_ID } from '../requests/refusals.js';
import type { ApiClient } from '../requests/api-client.js';
import { holdsId, type Operation } from '../requests/api-description.js';
import { requestOf, type SentStatement } from './sent-statements.js';

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
  // What EXPLAIN ANALYZE adds: rows are averages over the loops, blocks are the sum of them.
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
}

/** The statements that answering this GET takes, and the answer. */
export async function readingOf(
  api: ApiClient,
  path: string,
): Promise<{ statements: readonly SentStatement[]; body: Readonly<Record<string, unknown>> }> {
  const { statements, result } = await requestOf(() => api.get(path));
  const { status, body } = result;
  if (status !== 200) throw new Error(`GET ${path}: ${status} ${JSON.stringify(body)}`);
  return { statements, body };
}

/** One row for each organization, and for each durable subscriber in the code. */
// The last two are partitions made ahead of need.
const small = [
  'organizations',
  'event_subscribers',
  'change_feed',
  'changes_from_1000000',
  'changes_from_2000000',
];

/** The tables that these statements go through from beginning to end, but for those that stay small. */
export async function wholeTableScans(
  database: DataSource,
  statements: readonly SentStatement[],
): Promise<string[]> {
  const found: string[] = [];
  for (const [text, parameters] of statements) {
    for (const node of nodesOf(await explain(database, 'FORMAT JSON', [text, parameters]))) {
      const relation = node['Relation Name'];
      if (node['Node Type'] === 'Seq Scan' && relation !== undefined && !small.includes(relation)) {
        found.push(relation);
      }
    }
  }
  return found;
}

/** From the root of an index to what a scan begins with. */
const BLOCKS_TO_BEGIN = 3;

/**
 * How many rows of these tables the statements go through. Each scan of one counts with the rows that it gives and
 * throws away, or with the blocks that it reads on where these are more: then it goes through more of an index than it
 * gives. All run in one transaction, as what the first of them sets may be meant for the others.
 */
export async function visitedRows(
  database: DataSource,
  statements: readonly SentStatement[],
  tables: readonly string[],
): Promise<number> {
  return database.transaction(async (transaction) => {
    let visited = 0;
    for (const statement of statements) {
      visited += visitedBelow(
        await explain(transaction, 'ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON', statement),
        tables,
      );
    }
    return visited;
  });
}

// The index below a bitmap scan names no table: it is that of the scan.
function visitedBelow(plan: Plan | undefined, tables: readonly string[], above?: string): number {
  if (!plan) return 0;
  const { 'Relation Name': named, 'Actual Loops': loops = 0 } = plan;
  const relation = named ?? above ?? '';
  const isScan = named !== undefined || plan['Node Type'] === 'Bitmap Index Scan';
  const rows =
    (plan['Actual Rows'] ?? 0) +
    (plan['Rows Removed by Filter'] ?? 0) +
    (plan['Rows Removed by Index Recheck'] ?? 0);
  const read = (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
  const blocks = read - BLOCKS_TO_BEGIN * (loops - 1);
  const own = isScan && tables.includes(relation) ? Math.max(rows * loops, blocks) : 0;
  const below = (plan.Plans ?? []).map((node) => visitedBelow(node, tables, relation));
  return below.reduce((sum, visited) => sum + visited, own);
}

async function explain(
  database: DataSource | EntityManager,
  options: string,
  [text, parameters]: SentStatement,
): Promise<Plan | undefined> {
  const [row] = await database.query<{ 'QUERY PLAN': { Plan: Plan }[] }[]>(`EXPLAIN (${options}) ${text}`, [
    ...parameters,
  ]);
  return row?.['QUERY PLAN'][0]?.Plan;
}

/** A list without a filter and with each of its filters with a value that some record has; or a single read. */
export function queriesOf(
  { parameters = [] }: Operation,
  idOfMember: (member: string) => string | undefined,
): string[] {
  const query = parameters.filter((parameter) => parameter.in === 'query');
  if (query.length === 0) return [''];
  const filters = query
    .filter(({ name }) => !/page|fields/i.test(name))
    .map(({ name, schema }) => `&${name}=${encodeURIComponent(valueFor(name, schema, idOfMember) ?? '')}`);
  const paging = query.some(({ name }) => name === 'pageSize') ? 'pageSize=20' : '';
  return ['', ...filters].map((filter) => `?${paging}${filter}`);
}

function valueFor(
  name: string,
  schema: Readonly<Record<string, unknown>>,
  idOfMember: (member: string) => string | undefined,
): string | undefined {
  const items = (schema.items ?? schema) as { format?: string; enum?: string[]; type: string };
  if (name === 'cursor') return String(schema.pattern).includes('now') ? '0' : 'start';
  if (name === 'id') return UNUSED_ID;
  if (holdsId(items)) return idOfMember(name);
  if (items.format === 'date-time') return '2026-11-21T06:30:00Z';
  if (items.format === 'date') return '2026-03-02';
  if (items.enum) return items.enum[0];
  if (name === 'wait') return '0';
  return items.type === 'boolean' ? 'true' : name === 'tags' ? 'World tag' : 'northwind';
}

function nodesOf(plan: Plan | undefined): Plan[] {
  return plan ? [plan, ...(plan.Plans ?? []).flatMap(nodesOf)] : [];
}
