import { join } from 'node:path';
import type { Client } from 'pg';
import {
  dataDirectoryOf,
  EmbeddedPostgresError,
  openDataDirectory,
  readOrCreatePassword,
  serverUser,
  useOwnDatabase,
} from './embedded-postgres/server-files.js';
import { launchServer } from './embedded-postgres/server-launch.js';
import {
  connectWhenReady,
  keepsProcessAlive,
  stopUnused,
  type Place,
} from './embedded-postgres/running-server.js';
import { acquireLock, lockHolder } from './embedded-postgres/process-lock.js';

export { EmbeddedPostgresError } from './embedded-postgres/server-files.js';

export interface EmbeddedPostgres {
  url: string;
  /** Stops the server when nobody else uses it; to be called after the program closed its own connections. */
  stop(): Promise<void>;
}

const startLockMilliseconds = 120_000;
const stopLockMilliseconds = 2_000;

/**
 * Starts the embedded PostgreSQL, or joins the one which already serves this directory.
 * @param dataDirectory the setting DATA_DIRECTORY; undefined = `.data` below the project root, for root a directory below /var/lib
 * @throws EmbeddedPostgresError whose message says in one sentence what to do
 */
export async function startEmbeddedPostgres(dataDirectory: string | undefined): Promise<EmbeddedPostgres> {
  const path = dataDirectoryOf(dataDirectory);
  const interruption = new AbortController();
  let received: NodeJS.Signals | undefined;
  const interrupt = (signal: NodeJS.Signals) => {
    received = signal;
    interruption.abort();
  };
  // A program which does not listen yet would die here at once and leave a server behind.
  const signals = (['SIGINT', 'SIGTERM'] as const).filter((signal) => process.listenerCount(signal) === 0);
  for (const signal of signals) process.on(signal, interrupt);
  try {
    const server = await start(path, interruption.signal);
    if (received) await server.stop();
    return server;
  } catch (error) {
    if (error instanceof EmbeddedPostgresError || received) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL in ${path} cannot start (${reason}): correct that, set DATA_DIRECTORY to another directory, or ${useOwnDatabase}.`,
      { cause: error },
    );
  } finally {
    for (const signal of signals) process.off(signal, interrupt);
    if (received) process.kill(process.pid, received);
  }
}

async function start(path: string, signal: AbortSignal): Promise<EmbeddedPostgres> {
  const user = serverUser();
  const directory = await openDataDirectory(path, user);
  const lock = join(directory, 'lock');
  const release = await acquireLock(lock, startLockMilliseconds, signal);
  if (!release) {
    const holder = Number.parseInt((await lockHolder(lock)) ?? '', 10);
    throw new EmbeddedPostgresError(
      `The process ${holder} has been starting or stopping the PostgreSQL in ${directory} for two minutes: end it and start again.`,
    );
  }
  try {
    const password = await readOrCreatePassword(directory, user);
    return await joinOrLaunch({ directory, database: join(directory, 'db'), password, user }, signal);
  } finally {
    await release();
  }
}

async function joinOrLaunch(place: Place, signal: AbortSignal): Promise<EmbeddedPostgres> {
  try {
    const { lease, port } = (await connectWhenReady(place, signal)) ?? (await launchServer(place, signal));
    await createDatabase(lease);
    // From here on the lease alone must not keep a program from ending.
    keepsProcessAlive(lease, false);
    let stopping: Promise<void> | undefined;
    return {
      url: `postgres://planning:${place.password}@127.0.0.1:${port}/planning`,
      stop: () => (stopping ??= leave(place, lease)),
    };
  } catch (error) {
    if (signal.aborted) await stopUnused(place);
    throw error;
  }
}

async function createDatabase(client: Client): Promise<void> {
  const { rowCount } = await client.query(`SELECT 1 FROM pg_database WHERE datname = 'planning'`);
  if (!rowCount) await client.query(`CREATE DATABASE planning TEMPLATE template0 ENCODING 'UTF8'`);
}

async function leave(place: Place, lease: Client): Promise<void> {
  keepsProcessAlive(lease, true);
  await lease.end().catch(() => undefined);
  const release = await acquireLock(join(place.directory, 'lock'), stopLockMilliseconds);
  // Who holds the lock for longer either stops the server for us or begins to use it.
  if (release) await stopUnused(place).finally(release);
}
