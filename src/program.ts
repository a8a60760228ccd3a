import { Logger } from '@nestjs/common';
import { readEnvironment } from './platform/config/environment.js';
import { readSettings, type Settings } from './platform/config/settings.js';
import { waitForDatabase } from './platform/database/database-wait.js';
import { startEmbeddedPostgres } from './platform/database/embedded-postgres.js';
import { runMigrations } from './platform/database/migrations.js';
import { logWholeProcess, type LogOutput } from './platform/logging/index.js';
import { explainFailure } from './start-failures.js';

export { explainFailure } from './start-failures.js';

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

/**
 * Reads the settings (also from a file `.env`), makes the database reachable and brings it up to date.
 * @param logOutput where the log goes; default standard output
 */
export async function layFoundation(logOutput?: LogOutput): Promise<Foundation> {
  const foundation = await reachDatabase(loadSettings(logOutput));
  try {
    await runMigrations(foundation.databaseUrl);
  } catch (error) {
    await foundation.end();
    throw error;
  }
  return foundation;
}

/**
 * Of the environment and a file `.env`. From here on the process logs as they say.
 * @param logOutput where the log goes; default standard output
 * @throws SettingsError that names every fault
 */
export function loadSettings(logOutput?: LogOutput): Settings {
  const { variables, faults, warnings } = readEnvironment();
  for (const warning of warnings) process.stderr.write(`${warning}\n`);
  const settings = readSettings(variables, faults);
  logWholeProcess(settings.LOG_LEVEL, logOutput);
  return settings;
}

/** The database as it is, reachable. */
export async function reachDatabase(settings: Settings): Promise<Foundation> {
  const foundation = await findDatabase(settings);
  foundation.endOnSignals();
  return foundation;
}

async function findDatabase(settings: Settings): Promise<Foundation> {
  if (settings.DATABASE_URL !== undefined) {
    await waitForDatabase(settings.DATABASE_URL);
    return new Foundation(settings, settings.DATABASE_URL, () => Promise.resolve());
  }
  const server = await startEmbeddedPostgres(settings.DATA_DIRECTORY, tellOfServer);
  return new Foundation(settings, server.url, () => server.stop());
}

function tellOfServer(news: string, isGood: boolean): void {
  const logger = new Logger('EmbeddedPostgres');
  if (isGood) logger.log(news);
  else logger.warn(news);
}

/** Says what is wrong and ends the process with 1. */
export function exitWith(error: unknown): never {
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exit(1);
}
