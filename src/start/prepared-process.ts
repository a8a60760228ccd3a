import { Logger } from '@nestjs/common';
import { readProgramSettings, type ProgramSettings } from '../contexts.js';
import { installExtensions } from './extensions.js';
import { readEnvironment } from '../platform/config/environment/environment.js';
import type { Context } from '../platform/contexts/index.js';
import { waitForDatabase } from '../platform/database/database-wait.js';
import { startEmbeddedPostgres } from '../platform/database/embedded-postgres.js';
import { runMigrations } from '../platform/database/migrations/migrations.js';
import { logWholeProcess, type LogOutput } from '../platform/logging/index.js';
import { explainFailure } from './start-failures.js';

export class PreparedProcess {
  private readonly closers: (() => Promise<void>)[] = [];
  private ending: Promise<void> | undefined;

  constructor(
    readonly settings: ProgramSettings,
    readonly databaseUrl: string,
    private readonly releaseDatabase: () => Promise<void>,
  ) {}

  beforeEnd(close: () => Promise<void>): void {
    this.closers.push(close);
  }

  /** The database comes last; an embedded PostgreSQL stops with its last user. */
  end(): Promise<void> {
    this.ending ??= this.endOnce();
    return this.ending;
  }

  /** Also during the start. */
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

export interface ProgramOptions {
  /** In addition to EXTENSIONS. */
  readonly extensions?: readonly Context[];
  readonly logOutput?: LogOutput;
  /** Refuses settings before a database is reached, or made. */
  readonly before?: (settings: ProgramSettings) => void;
}

export async function prepareProcess(options: ProgramOptions = {}): Promise<PreparedProcess> {
  const settings = await loadSettings(options);
  options.before?.(settings);
  const prepared = await reachDatabase(settings);
  try {
    await runMigrations(prepared.databaseUrl);
  } catch (error) {
    await prepared.end();
    throw error;
  }
  return prepared;
}

/** Also configures the logs. @throws SettingsError that names every fault */
export async function loadSettings({
  extensions = [],
  logOutput,
}: ProgramOptions = {}): Promise<ProgramSettings> {
  const environment = readEnvironment();
  const { variables } = environment;
  await installExtensions(extensions, variables.EXTENSIONS);
  const { faults, warnings } = environment.check();
  for (const warning of warnings) process.stderr.write(`${warning}\n`);
  const settings = readProgramSettings(variables, faults);
  logWholeProcess(settings.LOG_LEVEL, logOutput);
  return settings;
}

/** Without migrations. */
export async function reachDatabase(settings: ProgramSettings): Promise<PreparedProcess> {
  const prepared = await findDatabase(settings);
  prepared.endOnSignals();
  return prepared;
}

async function findDatabase(settings: ProgramSettings): Promise<PreparedProcess> {
  if (settings.DATABASE_URL !== undefined) {
    await waitForDatabase(settings.DATABASE_URL);
    return new PreparedProcess(settings, settings.DATABASE_URL, () => Promise.resolve());
  }
  const server = await startEmbeddedPostgres(settings.DATA_DIRECTORY, logServerEvent);
  return new PreparedProcess(settings, server.url, () => server.stop());
}

function logServerEvent(news: string, isGood: boolean): void {
  const logger = new Logger('EmbeddedPostgres');
  if (isGood) logger.log(news);
  else logger.warn(news);
}

export function exitWith(error: unknown): never {
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exit(1);
}
