import { existsSync } from 'node:fs';
import { readSettings, SettingsError, type Settings } from './platform/config/settings.js';
import { DatabaseUnavailableError, waitForDatabase } from './platform/database/connection.js';
import { EmbeddedPostgresError, startEmbeddedPostgres } from './platform/database/embedded-postgres.js';
import { runMigrations } from './platform/database/migrations.js';
import { BusinessError } from './platform/errors/index.js';

/** What every process needs before it builds its application. */
export interface Foundation {
  readonly settings: Settings;
  readonly databaseUrl: string;
  /** Stops the embedded PostgreSQL, when it is used and nobody else uses it. Call it last. */
  release(): Promise<void>;
}

/** Reads the settings (also from a file `.env`), makes the database reachable and brings it up to date. */
export async function layFoundation(): Promise<Foundation> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const settings = readSettings(process.env);
  if (settings.DATABASE_URL !== undefined) {
    await waitForDatabase(settings.DATABASE_URL);
    await runMigrations(settings.DATABASE_URL);
    return { settings, databaseUrl: settings.DATABASE_URL, release: () => Promise.resolve() };
  }
  const server = await startEmbeddedPostgres(settings.DATA_DIRECTORY);
  await runMigrations(server.url);
  return { settings, databaseUrl: server.url, release: () => server.stop() };
}

/** Says in a sentence what is wrong and what to do, where that is known; a failure of ours shows its stack. */
export function explainFailure(error: unknown): string {
  const isKnown = [BusinessError, SettingsError, DatabaseUnavailableError, EmbeddedPostgresError].some(
    (kind) => error instanceof kind,
  );
  if (isKnown) return (error as Error).message;
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') return `Port ${port} is in use: stop the other program or set PORT.`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
