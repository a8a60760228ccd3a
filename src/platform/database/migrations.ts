import { existsSync, readdirSync } from 'node:fs';
import { DataSource, type MigrationInterface } from 'typeorm';
import { connectionOptions } from './connection.js';

// Any number that no other advisory lock of the program has.
export const MIGRATION_LOCK = 7_021_001;

/** Applies every migration that the database lacks. Safe to be called by several processes at once. */
export async function runMigrations(databaseUrl: string): Promise<void> {
  await withMigrations(databaseUrl, async (source) => {
    await source.runMigrations({ transaction: 'each' });
  });
}

/** Takes every migration back, the newest first. */
export async function revertMigrations(databaseUrl: string): Promise<void> {
  await withMigrations(databaseUrl, async (source) => {
    const applied: unknown[] = await source.query('SELECT 1 FROM schema_migrations');
    for (const _ of applied) await source.undoLastMigration({ transaction: 'each' });
  });
}

async function withMigrations(
  databaseUrl: string,
  work: (source: DataSource) => Promise<void>,
): Promise<void> {
  const source = new DataSource({
    ...connectionOptions(databaseUrl, 4),
    migrations: await migrationClasses(),
  });
  await source.initialize();
  const guard = source.createQueryRunner();
  try {
    await guard.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await work(source);
  } finally {
    await guard.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    await guard.release();
    await source.destroy();
  }
}

type MigrationClass = new () => MigrationInterface;

async function migrationClasses(): Promise<MigrationClass[]> {
  // From dist/platform/database after a build, from src/platform/database in tests.
  const folder = ['../../migrations/', '../../../migrations/']
    .map((path) => new URL(path, import.meta.url))
    .find((url) => existsSync(url));
  if (!folder)
    throw new Error('The folder "migrations" is missing: build the program again with "npm run build".');
  const files = readdirSync(folder).filter((file) => /^\d{13}-[a-z0-9-]+\.(js|ts)$/.test(file));
  const modules = await Promise.all(
    files.sort().map((file) => import(new URL(file, folder).href) as Promise<Record<string, MigrationClass>>),
  );
  return modules.flatMap((module) => Object.values(module));
}
