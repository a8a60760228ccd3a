import { setTimeout as pause } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { claimAlone, findUsers, type User } from '../../platform/database/in-use.js';
import type { LockedSchema } from '../../platform/database/migrations/schema-lock.js';
import { extensionFault } from '../../platform/database/migrations/ledger.js';
import { BackupFault } from '../backup-fault.js';
import { quoted, type Header, type TableShape } from '../document/format.js';
import { findTables, type StoredTable } from './catalog.js';

// An ended session keeps its locks for a moment.
const ENDING_MS = 1000;
const LOOK_MS = 50;

/** Locks out the program until the connection ends. @throws BackupFault when it runs on this database */
export async function databaseMustBeUnused(client: ClientBase, which: string): Promise<void> {
  for (const end = Date.now() + ENDING_MS; !(await claimAlone(client)); await pause(LOOK_MS)) {
    if (Date.now() > end) throw inUse(which, await findUsers(client));
  }
}

export function inUse(which: string, users: readonly User[]): BackupFault {
  const names = users.map(
    ({ application_name: name, address }) => `${name || 'unnamed'} from ${address ?? 'here'}`,
  );
  const list = names.length > 0 ? ` (${names.join(', ')})` : '';
  return new BackupFault(`The program runs on ${which}${list}: stop it, then start this again.`);
}

export async function findTargets(client: ClientBase, { tables }: Header): Promise<StoredTable[]> {
  const schemas = new Set(tables.map(({ schema }) => schema));
  return (await findTables(client)).filter(({ schema }) => schemas.has(schema));
}

/** @throws BackupFault unless the tables have no rows but those of the migrations */
export async function tablesMustBeEmpty(
  client: ClientBase,
  tables: readonly StoredTable[],
  applied: readonly string[],
): Promise<void> {
  if (applied.length === 0 && tables.length > 0) throw notEmpty(tables);
  const filled: TableShape[] = [];
  for (const table of tables) {
    const { rows } = await client.query<{ has_rows: boolean }>(
      `SELECT EXISTS (SELECT FROM ${quoted(table)}) AS has_rows`,
    );
    if (rows[0]?.has_rows) filled.push(table);
  }
  if (filled.length > 0) throw notEmpty(filled);
}

function notEmpty(tables: readonly TableShape[]): BackupFault {
  const names = tables.slice(0, 3).map(({ name }) => name);
  const more = tables.length > names.length ? ` and ${tables.length - names.length} more` : '';
  return new BackupFault(
    `The database is not empty (it has ${names.join(', ')}${more}): name an empty one, a restore by DATABASE_URL or a new DATA_DIRECTORY, a move by its argument.`,
  );
}

export function databaseMustBeKnown(applied: readonly string[], known: readonly string[]): void {
  const unknown = applied.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new BackupFault(
    `The database has migrations that this program does not know (${unknown.join(', ')}): use a new database.`,
  );
}

export function backupMustBeKnown(
  header: Header,
  { known, extensions }: Pick<LockedSchema, 'known' | 'extensions'>,
  program: string,
): void {
  const unknown = header.migrations.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const fault = extensionFault('The backup', unknown, extensions);
  if (fault !== undefined) throw new BackupFault(fault);
  throw new BackupFault(
    `The backup was made by program ${header.program}, whose database has migrations that this one (${program}) does not know (${unknown.join(', ')}): use program ${header.program} or newer.`,
  );
}

export function tablesMustFit(
  header: Header,
  present: readonly StoredTable[],
): { tables: Map<TableShape, StoredTable>; leftOut: TableShape[] } {
  const isSame = (one: TableShape) => (other: TableShape) =>
    one.schema === other.schema && one.name === other.name;
  const tables = new Map<TableShape, StoredTable>();
  for (const table of present) {
    const shape = header.tables.find(isSame(table));
    if (!shape)
      throw new BackupFault(
        `The database has the table ${table.name}, which is not in the backup: use a new database.`,
      );
    const columns = [...new Set([...table.columns, ...shape.columns])];
    const differing = columns.filter(
      (name) => !(table.columns.includes(name) && shape.columns.includes(name)),
    );
    if (differing.length > 0)
      throw new BackupFault(
        `The table ${table.name} has other columns in the backup than in the database (${differing.join(', ')}): add the missing ones, or use another backup.`,
      );
    tables.set(shape, table);
  }
  return { tables, leftOut: header.tables.filter((table) => !tables.has(table)) };
}
