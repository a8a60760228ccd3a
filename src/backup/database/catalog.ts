import type { ClientBase } from 'pg';
import { LEDGERS } from '../../platform/database/migrations/ledger.js';
import { quoted, type PartitionShape, type SequenceState, type TableShape } from '../document/format.js';

export interface StoredTable extends TableShape {
  readonly is_partitioned: boolean;
  readonly bytes: number;
}

// The queue holds nothing that must be kept.
const QUEUE_SCHEMA = 'bullmq';

const isOurs = `n.nspname NOT IN ('${QUEUE_SCHEMA}', 'information_schema') AND n.nspname !~ '^pg_'
  AND (n.nspname = current_schema() OR pg_has_role(c.relowner, 'USAGE')) AND c.relpersistence <> 't'
  AND NOT EXISTS (SELECT FROM pg_depend d
    WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')`;
const schemaName = 'nullif(n.nspname::text, current_schema()) AS schema, c.relname::text AS name';

/** Without migration ledgers; a partitioned table stands for its partitions. */
export async function findTables(client: ClientBase): Promise<StoredTable[]> {
  const { rows } = await client.query<StoredTable>(
    `SELECT ${schemaName}, c.relkind = 'p' AS is_partitioned,
       (SELECT coalesce(sum(pg_relation_size(part.oid)), 0)::float8 FROM pg_class part
        WHERE part.oid = c.oid OR part.oid IN (SELECT relid FROM pg_partition_tree(c.oid))) AS bytes,
       ARRAY(SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0
         AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND ${isOurs}
       AND NOT (n.nspname = current_schema() AND c.relname ~ $1)
     ORDER BY n.nspname, c.relname`,
    [LEDGERS],
  );
  return rows;
}

export async function findPartitions(client: ClientBase): Promise<PartitionShape[]> {
  const { rows } = await client.query<PartitionShape>(
    `SELECT ${schemaName}, pg_get_expr(c.relpartbound, c.oid) AS bound,
       json_build_object('schema', nullif(pn.nspname, current_schema()), 'name', p.relname) AS parent
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_inherits i ON i.inhrelid = c.oid
       JOIN pg_class p ON p.oid = i.inhparent JOIN pg_namespace pn ON pn.oid = p.relnamespace
     WHERE c.relispartition AND c.relkind = 'r' AND ${isOurs} ORDER BY n.nspname, c.relname`,
  );
  return rows;
}

/** Not transactional: read after the rows, they are never behind them. */
export async function readSequences(client: ClientBase): Promise<SequenceState[]> {
  const { rows } = await client.query<{ schema: string | null; name: string }>(
    `SELECT ${schemaName} FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'S' AND ${isOurs} AND NOT EXISTS (
       SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid
         AND d.deptype IN ('a', 'i') AND d.refobjid IN (SELECT oid FROM pg_class
           WHERE relnamespace = current_schema()::regnamespace AND relname ~ $1))
     ORDER BY n.nspname, c.relname`,
    [LEDGERS],
  );
  const states: SequenceState[] = [];
  for (const sequence of rows) {
    const { rows: state } = await client.query<{ value: string; is_called: boolean }>(
      `SELECT last_value::text AS value, is_called FROM ${quoted(sequence)}`,
    );
    if (state[0]) states.push({ ...sequence, ...state[0] });
  }
  return states;
}
