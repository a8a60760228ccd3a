import { existsSync, readdirSync } from 'node:fs';
import { DataSource, type MigrationInterface } from 'typeorm';
import { connectionOptions } from './connection.js';
import { LEDGER, readLedger } from './migration-ledger.js';
import { DatabaseUnavailableError } from './start-failures.js';

// Any number that no other advisory lock of the program has.
export const MIGRATION_LOCK = 7_021_001;

/**
 * Applies every migration that the database lacks. Safe to be called by several processes at once.
 * @throws DatabaseUnavailableError when a newer program has changed the database, or it is somebody else's
 */
export async function runMigrations(databaseUrl: string): Promise<void> {
  await withMigrations(databaseUrl, async (source) => {
    const { exists, applied } = await readLedger(source, source.migrations.map(nameOf));
    try {
      // A database that is set up is made whole or stays empty; one that is upgraded stops behind what it has mastered.
      await source.runMigrations({ transaction: applied.length === 0 ? 'all' : 'each' });
    } catch (error) {
      if (!exists) await source.query(`DROP TABLE IF EXISTS ${LEDGER}`).catch(() => undefined);
      throw error;
    }
  });
}

/** Takes every migration back, the newest first. */
export async function revertMigrations(databaseUrl: string): Promise<void> {
  await withMigrations(databaseUrl, async (source) => {
    const applied: unknown[] = await source.query(`SELECT 1 FROM ${LEDGER}`);
    for (const _ of applied) await source.undoLastMigration({ transaction: 'each' });
  });
}

/** Runs `work` while no other process changes the schema of this database, or starts on it. */
export async function withMigrations<Result>(
  databaseUrl: string,
  work: (source: DataSource) => Promise<Result>,
): Promise<Result> {
  const source = new DataSource({
    ...connectionOptions(databaseUrl, 4),
    migrations: await migrationClasses(),
  });
  await source.initialize();
  const guard = source.createQueryRunner();
  try {
    await guard.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return await work(source);
  } finally {
    await guard.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    await guard.release();
    await source.destroy();
  }
}

const nameOf = (migration: MigrationInterface): string => migration.name ?? migration.constructor.name;

type MigrationClass = new () => MigrationInterface;

async function migrationClasses(): Promise<MigrationClass[]> {
  // From dist/platform/database after a build, from src/platform/database in tests.
  const folder = ['../../migrations/', '../../../migrations/']
    .map((path) => new URL(path, import.meta.url))
    .find((url) => existsSync(url));
  if (!folder) {
    throw new DatabaseUnavailableError(
      'The folder "migrations" is missing: build the program again with "npm run build".',
    );
  }
  const files = readdirSync(folder).filter((file) => /^\d{13}-[a-z0-9-]+\.(js|ts)$/.test(file));
  const modules = await Promise.all(
    files.sort().map((file) => import(new URL(file, folder).href) as Promise<Record<string, MigrationClass>>),
  );
  return modules.flatMap((module) => Object.values(module));
}
