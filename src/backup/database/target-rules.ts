import type { ClientBase } from 'pg';
import { claimAlone, findUsers, type User } from '../../platform/database/in-use.js';
import { BackupFault } from '../backup-fault.js';
import { quoted, type Header, type TableShape } from '../document/format.js';
import { findTables, type StoredTable } from './catalog.js';

/** @throws BackupFault when the program runs on this database; otherwise it does not until the connection ends */
export async function databaseMustBeUnused(client: ClientBase, which: string): Promise<void> {
  if (!(await claimAlone(client))) throw inUse(which, await findUsers(client));
}

export function inUse(which: string, users: readonly User[]): BackupFault {
  const names = users.map(
    ({ application_name: name, address }) => `${name || 'unnamed'} from ${address ?? 'here'}`,
  );
  const list = names.length > 0 ? ` (${names.join(', ')})` : '';
  return new BackupFault(`The program runs on ${which}${list}: stop it, then start this again.`);
}

/** The tables of a database that are in the schemas of the backup. */
export async function findTargets(client: ClientBase, { tables }: Header): Promise<StoredTable[]> {
  const schemas = new Set(tables.map(({ schema }) => schema));
  return (await findTables(client)).filter(({ schema }) => schemas.has(schema));
}

/**
 * A database that nobody has used: without tables, or with those of the migrations and no rows.
 * @param applied names of its migrations
 */
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
    `The database is not empty (it has ${names.join(', ')}${more}): set DATABASE_URL to a new database, or DATA_DIRECTORY to a new directory.`,
  );
}

/** @param applied names of the migrations of the database @param known names of those of this program */
export function databaseMustBeKnown(applied: readonly string[], known: readonly string[]): void {
  const unknown = applied.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new BackupFault(
    `The database has migrations that this program does not know (${unknown.join(', ')}): use a new database.`,
  );
}

/** @param known names of the migrations of this program */
export function backupMustBeKnown(header: Header, known: readonly string[], program: string): void {
  const unknown = header.migrations.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new BackupFault(
    `The backup was made by program ${header.program}, whose database has migrations that this one (${program}) does not know (${unknown.join(', ')}): use program ${header.program} or newer.`,
  );
}

/** Which tables of the backup the database has; others belong to nobody whom this program knows. */
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
