import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { DocumentReader } from '../document/document-reader.js';
import { columnList, quoted, type Header, type TableShape } from '../document/format.js';
import { findPartitions, type StoredTable } from './catalog.js';
import { strip } from './stripped-tables.js';
import { findTargets, tablesMustBeEmpty, tablesMustFit } from './target-rules.js';

export interface Loaded {
  readonly rows: number;
  readonly tables: number;
  readonly leftOut: readonly TableShape[];
}

/** All rows or none, into empty tables. @param finish runs in the same transaction after the verification */
export async function load<Result>(
  client: Client,
  header: Header,
  reader: DocumentReader,
  onStep: (step: string) => void,
  finish: () => Promise<Result>,
): Promise<Loaded & { result: Result }> {
  const present = await findTargets(client, header);
  const { tables, leftOut } = tablesMustFit(header, present);
  await client.query('BEGIN');
  const all = present.map(quoted).join(', ');
  await client.query(`LOCK TABLE ${all} IN ACCESS EXCLUSIVE MODE`);
  await tablesMustBeEmpty(client, present, header.migrations);
  const makes = await strip(client, present);
  // TRUNCATE in the transaction of COPY lets PostgreSQL write frozen rows.
  await client.query(`TRUNCATE ${all}`);
  await addPartitions(client, header, present);

  const counts: number[] = [];
  let rows = 0;
  for (const shape of header.tables) {
    onStep(shape.name);
    const table = tables.get(shape);
    const count = table ? await fill(client, shape, table, reader) : await passOver(shape, reader);
    counts.push(count);
    if (table) rows += count;
  }
  await reader.verifyEnd(counts);
  await setSequences(client, header);
  onStep('indexes and foreign keys');
  await client.query(`SET LOCAL maintenance_work_mem = '256MB'`);
  for (const statement of makes) await client.query(statement);
  const result = await finish();
  await client.query('COMMIT');
  await client.query(`ANALYZE ${all}`);
  return { rows, tables: tables.size, leftOut, result };
}

async function fill(
  client: Client,
  shape: TableShape,
  { is_partitioned }: StoredTable,
  reader: DocumentReader,
): Promise<number> {
  const how = is_partitioned ? '' : ' WITH (FREEZE)';
  const copy = client.query(copyFrom(`COPY ${quoted(shape)} (${columnList(shape)}) FROM STDIN${how}`));
  await pipeline(reader.rows(shape), copy);
  return copy.rowCount;
}

async function passOver(shape: TableShape, reader: DocumentReader): Promise<number> {
  let rows = 0;
  for await (const chunk of reader.rows(shape)) for (const byte of chunk) if (byte === 0x0a) rows += 1;
  return rows;
}

async function addPartitions(
  client: Client,
  { partitions }: Header,
  present: readonly StoredTable[],
): Promise<void> {
  const parents = new Set(present.filter(({ is_partitioned }) => is_partitioned).map(quoted));
  const there = new Set((await findPartitions(client)).map(quoted));
  for (const partition of partitions) {
    if (!parents.has(quoted(partition.parent)) || there.has(quoted(partition))) continue;
    await client.query(
      `CREATE TABLE ${quoted(partition)} PARTITION OF ${quoted(partition.parent)} ${partition.bound}`,
    );
  }
}

async function setSequences(client: Client, { sequences }: Header): Promise<void> {
  for (const sequence of sequences)
    await client.query('SELECT setval(id, $2::bigint, $3) FROM to_regclass($1) AS id WHERE id IS NOT NULL', [
      quoted(sequence),
      sequence.value,
      sequence.is_called,
    ]);
}
