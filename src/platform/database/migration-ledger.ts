import type { DataSource } from 'typeorm';
import { DatabaseUnavailableError } from './start-failures.js';

/** Where it is written which migrations a database has. */
export const LEDGER = 'schema_migrations';

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

interface Ledger {
  readonly exists: boolean;
  /** Names of the migrations that the database has. */
  readonly applied: readonly string[];
}

/**
 * Which migrations the database has.
 * @param known those of this program
 * @throws DatabaseUnavailableError when it has others too, or tables that are none of ours
 */
export async function readLedger(source: DataSource, known: readonly string[]): Promise<Ledger> {
  const [{ columns, tables }] = await source.query<[Content]>(CONTENT, [LEDGER]);
  const isOurs = ['id', 'timestamp', 'name'].every((name) => columns.includes(name));
  const rows = isOurs ? await source.query<{ name: string }[]>(`SELECT name FROM ${LEDGER} ORDER BY id`) : [];
  const applied = rows.map(({ name }) => name);
  const unknown = applied.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw newer(unknown);
  const foreign = tables.filter((table) => !(isOurs && table === LEDGER));
  if (applied.length === 0 && foreign.length > 0) throw notOurs(foreign);
  return { exists: isOurs, applied };
}

const newer = (unknown: readonly string[]): DatabaseUnavailableError =>
  new DatabaseUnavailableError(
    `The database was changed by a newer version of this program, with ${unknown.length === 1 ? 'a migration' : 'migrations'} that this one does not know (${unknown.join(', ')}): start the newer version, or restore the backup that was made before the upgrade.`,
  );

const notOurs = (tables: readonly string[]): DatabaseUnavailableError =>
  new DatabaseUnavailableError(
    `The database is not empty and not of this program (it has ${tables.slice(0, NAMED).join(', ')}${tables.length > NAMED ? ', ...' : ''}): set DATABASE_URL to an empty database.`,
  );
