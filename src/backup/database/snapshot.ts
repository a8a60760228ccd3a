import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { installedContexts } from '../../platform/contexts/index.js';
import { appliedMigrations } from '../../platform/database/migrations/ledger.js';
import { MIGRATION_LOCK } from '../../platform/database/migrations/migrations.js';
import { BackupFault } from '../backup-fault.js';
import type { RowSource, TableRows } from '../document/document-writer.js';
import {
  columnList,
  quoted,
  type PartitionShape,
  type SequenceState,
  type TableShape,
} from '../document/format.js';
import { findPartitions, findTables, readSequences, type StoredTable } from './catalog.js';

export class Snapshot implements RowSource {
  private readonly read: TableRows[] = [];

  private constructor(
    private readonly client: Client,
    readonly takenAt: Date,
    readonly postgresql: string,
    readonly migrations: readonly string[],
    readonly tables: readonly StoredTable[],
    readonly partitions: readonly PartitionShape[],
    readonly sequences: readonly SequenceState[],
  ) {}

  /** @param lets whether others may write meanwhile @throws BackupFault when the program has no tables */
  static async take(client: Client, lets: 'write' | 'read' = 'write'): Promise<Snapshot> {
    // Migrations would change tables beside the snapshot.
    await client.query('SELECT pg_advisory_lock_shared($1)', [MIGRATION_LOCK]);
    const migrations = await appliedMigrations(
      async <Row>(statement: string, parameters?: unknown[]) =>
        (await client.query(statement, parameters)).rows as Row[],
    );
    const tables = await findTables(client);
    if (migrations.length === 0 || tables.length === 0)
      throw new BackupFault('The database has no tables of the program: there is nothing to back up.');
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const mode = lets === 'write' ? 'ACCESS SHARE' : 'SHARE';
    await client.query(`LOCK TABLE ${tables.map(quoted).join(', ')} IN ${mode} MODE`);
    const { rows } = await client.query<{ taken_at: Date; postgresql: string }>(
      `SELECT clock_timestamp() AS taken_at, current_setting('server_version') AS postgresql`,
    );
    await client.query('SELECT pg_advisory_unlock_shared($1)', [MIGRATION_LOCK]);
    const { taken_at: takenAt = new Date(), postgresql = '' } = rows[0] ?? {};
    const partitions = await findPartitions(client);
    const sequences = await readSequences(client);
    return new Snapshot(client, takenAt, postgresql, migrations, tables, partitions, sequences);
  }

  get bytes(): number {
    return this.tables.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  get rowCount(): number {
    return this.read.reduce((sum, { rowCount }) => sum + rowCount, 0);
  }

  rowsOf(table: TableShape): TableRows {
    const isPartitioned = this.tables.some(
      (stored) => stored.is_partitioned && quoted(stored) === quoted(table),
    );
    const columns = columnList(table);
    const isEmptied = table.schema === null && isTransient(table.name);
    // Older servers copy partitions only one by one.
    const from =
      isPartitioned || isEmptied
        ? `(SELECT ${columns} FROM ${quoted(table)}${isEmptied ? ' WHERE false' : ''})`
        : `${quoted(table)} (${columns})`;
    const rows = this.client.query(copyTo(`COPY ${from} TO STDOUT`));
    this.read.push(rows);
    return rows;
  }

  async settle(): Promise<void> {
    await this.client.query('SELECT');
  }
}

const isTransient = (table: string): boolean =>
  installedContexts().some(({ transientTables = [] }) => transientTables.includes(table));
