import { DataSource } from 'typeorm';
import { connectionOptions } from '../connection.js';
import { appliedMigrations, LEDGER, migrationsMustBeKnown, readProgramLedger, type Ask } from './ledger.js';
import { MigrationSet } from './migration-set.js';

// Any number that no other advisory lock of the program has.
export const MIGRATION_LOCK = 7_021_001;

export interface MigrationSession {
  readonly sets: readonly MigrationSet[];
  /** Of all sets. */
  readonly known: readonly string[];
  /** Contexts with a set of their own. */
  readonly extensions: readonly string[];
  readonly source: DataSource;
  readonly ask: Ask;
}

/** Safe to run in parallel. @throws DatabaseUnavailableError when the database is newer or somebody else's */
export async function runMigrations(databaseUrl: string): Promise<void> {
  await withMigrations(databaseUrl, async (session) => {
    const { sets, source } = session;
    const { exists, applied } = await readProgramLedger(source);
    await allMustBeKnown(session);
    for (const set of sets) {
      try {
        // A new database gets everything or nothing; an upgrade keeps the migrations that succeeded.
        await set.apply(set.context === undefined && applied.length === 0 ? 'all' : 'each');
      } catch (error) {
        if (!exists && set.context === undefined)
          await source.query(`DROP TABLE IF EXISTS ${LEDGER}`).catch(() => undefined);
        throw error;
      }
    }
  });
}

/** Reverts everything, the newest first, extensions before the program. @throws as {@link runMigrations} */
export async function revertMigrations(databaseUrl: string): Promise<void> {
  await withMigrations(databaseUrl, async (session) => {
    const { sets, ask } = session;
    await allMustBeKnown(session);
    for (const set of [...sets].reverse()) await set.undo(ask);
  });
}

const allMustBeKnown = async ({ ask, known, extensions }: MigrationSession): Promise<void> =>
  migrationsMustBeKnown(await appliedMigrations(ask), known, extensions);

export async function withMigrations<Result>(
  databaseUrl: string,
  work: (session: MigrationSession) => Promise<Result>,
): Promise<Result> {
  const sets = await MigrationSet.all(databaseUrl);
  const source = new DataSource(connectionOptions(databaseUrl, 2));
  await source.initialize();
  const guard = source.createQueryRunner();
  try {
    await guard.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return await work({
      sets,
      known: sets.flatMap(({ known }) => known),
      extensions: sets.flatMap(({ context }) => context ?? []),
      source,
      ask: (statement, parameters) => source.query(statement, parameters),
    });
  } finally {
    await guard.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    await guard.release();
    await source.destroy();
  }
}
