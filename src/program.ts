import { existsSync } from 'node:fs';
import { readSettings, SettingsError, type Settings } from './platform/config/settings.js';
import { DatabaseUnavailableError, waitForDatabase } from './platform/database/connection.js';
import { EmbeddedPostgresError, startEmbeddedPostgres } from './platform/database/embedded-postgres.js';
import { runMigrations } from './platform/database/migrations.js';
import { BusinessError } from './platform/errors/index.js';

/** What every process stands on: settings that are valid and a database that is reachable and up to date. */
export class Foundation {
  private readonly closers: (() => Promise<void>)[] = [];
  private ending: Promise<void> | undefined;

  constructor(
    readonly settings: Settings,
    readonly databaseUrl: string,
    private readonly releaseDatabase: () => Promise<void>,
  ) {}

  /** Work that has to be done before the database goes. */
  beforeEnd(close: () => Promise<void>): void {
    this.closers.push(close);
  }

  /** Ends what was begun, the database last. The embedded PostgreSQL stops when nobody else uses it. */
  end(): Promise<void> {
    this.ending ??= this.endOnce();
    return this.ending;
  }

  /** SIGINT and SIGTERM end the process cleanly, at whatever point of its start it is. */
  endOnSignals(): void {
    const stop = (): void => {
      this.end().then(
        () => process.exit(),
        (error: unknown) => exitWith(error),
      );
    };
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  }

  private async endOnce(): Promise<void> {
    for (const close of this.closers.reverse()) await close();
    await this.releaseDatabase();
  }
}

/** Reads the settings (also from a file `.env`), makes the database reachable and brings it up to date. */
export async function layFoundation(): Promise<Foundation> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const settings = readSettings(process.env);
  const foundation = await findDatabase(settings);
  foundation.endOnSignals();
  try {
    await runMigrations(foundation.databaseUrl);
  } catch (error) {
    await foundation.end();
    throw error;
  }
  return foundation;
}

async function findDatabase(settings: Settings): Promise<Foundation> {
  if (settings.DATABASE_URL !== undefined) {
    await waitForDatabase(settings.DATABASE_URL);
    return new Foundation(settings, settings.DATABASE_URL, () => Promise.resolve());
  }
  const server = await startEmbeddedPostgres(settings.DATA_DIRECTORY);
  return new Foundation(settings, server.url, () => server.stop());
}

/** Says what is wrong and ends the process with 1. */
export function exitWith(error: unknown): never {
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exit(1);
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
