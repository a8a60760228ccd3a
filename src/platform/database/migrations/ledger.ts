import type { DataSource } from 'typeorm';
import { DatabaseUnavailableError } from '../start-failures.js';

export const LEDGER = 'schema_migrations';

export const ledgerOf = (context: string | undefined): string =>
  context === undefined ? LEDGER : `${LEDGER}_${context.replaceAll('-', '_')}`;

export const LEDGERS = `^${LEDGER}(_.+)?$`;

// Other programs have tables of this name too.
const LEDGER_COLUMNS = ['id', 'timestamp', 'name'];

export type Ask = <Row>(statement: string, parameters?: unknown[]) => Promise<Row[]>;

export const qualified = (context: string | undefined, name: string): string =>
  context === undefined ? name : `${context}/${name}`;

/** Those of the program, then those of each extension, in the order of their application. */
export async function appliedMigrations(ask: Ask): Promise<string[]> {
  const ledgers = await ask<{ name: string }>(
    `SELECT relname::text AS name FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND relname ~ $1 AND $2 <@ ARRAY(
       SELECT attname::text FROM pg_attribute WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped)
     ORDER BY 1`,
    [LEDGERS, LEDGER_COLUMNS],
  );
  const applied: string[] = [];
  for (const ledger of ledgers) {
    const context = ledger.name === LEDGER ? undefined : ledger.name.slice(LEDGER.length + 1);
    const rows = await ask<{ name: string }>(`SELECT name FROM "${ledger.name}" ORDER BY id`);
    applied.push(...rows.map(({ name }) => qualified(context?.replaceAll('_', '-'), name)));
  }
  return applied;
}

// Tables of extensions may be anywhere.
const CONTENT = `
  SELECT
    ARRAY(SELECT attname::text FROM pg_attribute
      WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped) AS columns,
    ARRAY(SELECT relname::text FROM pg_class
      WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f')
        AND NOT EXISTS (SELECT FROM pg_depend
          WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')
      ORDER BY relname) AS tables`;
const NAMED = 5;

interface Content {
  readonly columns: readonly string[];
  readonly tables: readonly string[];
}

interface ProgramLedger {
  readonly exists: boolean;
  readonly applied: readonly string[];
}

/** @throws DatabaseUnavailableError when the database is not empty and has no ledger */
export async function readProgramLedger(source: DataSource): Promise<ProgramLedger> {
  const [{ columns, tables }] = await source.query<[Content]>(CONTENT, [LEDGER]);
  const isOurs = LEDGER_COLUMNS.every((name) => columns.includes(name));
  const rows = isOurs ? await source.query<{ name: string }[]>(`SELECT name FROM ${LEDGER} ORDER BY id`) : [];
  const foreign = tables.filter((table) => !(isOurs && new RegExp(LEDGERS).test(table)));
  if (rows.length === 0 && foreign.length > 0) throw notOurs(foreign);
  return { exists: isOurs, applied: rows.map(({ name }) => name) };
}

/** @throws DatabaseUnavailableError when `applied` has other migrations or extensions than this process */
export function migrationsMustBeKnown(
  applied: readonly string[],
  known: readonly string[],
  extensions: readonly string[],
): void {
  const unknown = applied.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const fault = extensionFault('The database', unknown, extensions);
  throw fault === undefined ? newer(unknown) : new DatabaseUnavailableError(fault);
}

/** What is wrong with the extensions of this process, when some of the `unknown` migrations are of extensions. */
export function extensionFault(
  what: 'The database' | 'The backup',
  unknown: readonly string[],
  extensions: readonly string[],
): string | undefined {
  const foreign = unknown.filter((name) => name.includes('/'));
  const contexts = [...new Set(foreign.map((name) => name.split('/')[0] ?? ''))];
  const lacking = contexts.filter((context) => !extensions.includes(context));
  if (lacking.length > 0) return lacks(what, lacking);
  return contexts.length > 0 ? isOlder(what, contexts, foreign) : undefined;
}

const lacks = (what: string, contexts: readonly string[]): string =>
  `${what} has tables of ${contexts.length === 1 ? 'an extension' : 'extensions'} that this process lacks (${contexts.join(', ')}): install ${contexts.length === 1 ? 'it and name it' : 'them and name them'} in EXTENSIONS, as every process of an installation must.`;

const isOlder = (what: string, contexts: readonly string[], unknown: readonly string[]): string =>
  `${what} is of a newer version of ${contexts.length === 1 ? 'the extension' : 'the extensions'} ${contexts.join(', ')}, with ${unknown.length === 1 ? 'a migration' : 'migrations'} that the installed one does not know (${unknown.join(', ')}): install the newer version in place of the one that EXTENSIONS names.`;

const newer = (unknown: readonly string[]): DatabaseUnavailableError =>
  new DatabaseUnavailableError(
    `The database was changed by a newer version of this program, with ${unknown.length === 1 ? 'a migration' : 'migrations'} that this one does not know (${unknown.join(', ')}): start the newer version, or restore the backup that was made before the upgrade.`,
  );

const notOurs = (tables: readonly string[]): DatabaseUnavailableError =>
  new DatabaseUnavailableError(
    `The database is not empty and not of this program (it has ${tables.slice(0, NAMED).join(', ')}${tables.length > NAMED ? ', ...' : ''}): set DATABASE_URL to an empty database.`,
  );
