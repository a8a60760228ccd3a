import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import { dataDirectoryOf } from '../config/data-directory.js';
import {
  EmbeddedPostgresError,
  openDataDirectory,
  readOrCreatePassword,
  serverUser,
  useOwnDatabase,
} from './embedded-postgres/server-files.js';
import { keepServerLogSmall } from './embedded-postgres/server-log.js';
import { ServerKeeper, type Report } from './embedded-postgres/server-keeper.js';
import { launchServer, prepareAndLaunch } from './embedded-postgres/server-launch.js';
import {
  connectWhenReady,
  keepsProcessAlive,
  stopUnused,
  type Joined,
  type Place,
} from './embedded-postgres/running-server.js';
import { acquireLock, lockHolder } from './embedded-postgres/process-lock.js';

export { EmbeddedPostgresError } from './embedded-postgres/server-files.js';

export interface EmbeddedPostgres {
  url: string;
  /** Stops the server when nobody else uses it. Close your own connections first. */
  stop(): Promise<void>;
}

const startLockMilliseconds = 120_000;
const stopLockMilliseconds = 2_000;

/**
 * Starts the embedded PostgreSQL or joins that of the directory; restarts it at the same address should it end.
 * @param dataDirectory undefined: `.data` below the project root, for root a directory below /var/lib
 * @throws EmbeddedPostgresError whose message says in one sentence what to do
 */
export async function startEmbeddedPostgres(
  dataDirectory: string | undefined,
  report: Report = () => undefined,
): Promise<EmbeddedPostgres> {
  const path = dataDirectoryOf(dataDirectory);
  const interruption = new AbortController();
  let received: NodeJS.Signals | undefined;
  const interrupt = (signal: NodeJS.Signals) => {
    received = signal;
    interruption.abort();
  };
  // Without a listener the signal would end the process at once and leave a server behind.
  const signals = (['SIGINT', 'SIGTERM'] as const).filter((signal) => process.listenerCount(signal) === 0);
  for (const signal of signals) process.on(signal, interrupt);
  try {
    const server = await start(path, report, interruption.signal);
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

async function start(path: string, report: Report, signal: AbortSignal): Promise<EmbeddedPostgres> {
  const user = serverUser();
  const directory = await openDataDirectory(path, user);
  const database = join(directory, 'db');
  return locked(directory, signal, async () => {
    const place = { directory, database, user, password: await readOrCreatePassword(directory, user) };
    const launch = () => prepareAndLaunch(place, signal);
    const joined = await joinOr(launch, place, signal);
    return kept(place, joined, report);
  });
}

function kept(place: Place, joined: Joined, report: Report): EmbeddedPostgres {
  const reach = (port: number, signal: AbortSignal): Promise<Joined> =>
    locked(place.directory, signal, () =>
      joinOr(() => launchServer(place, signal, () => port), place, signal),
    );
  const keeper = new ServerKeeper(place, joined, reach, report);
  const endLog = keepServerLogSmall(place.directory);
  let stopping: Promise<void> | undefined;
  return {
    url: `postgres://planning:${place.password}@127.0.0.1:${joined.port}/planning`,
    stop: () => {
      endLog();
      return (stopping ??= keeper.stop().then((lease) => leave(place, lease)));
    },
  };
}

/** Only one program at a time starts or stops the server of a directory. */
async function locked<Result>(
  directory: string,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  const lock = join(directory, 'lock');
  const left = await lstat(lock).catch(() => undefined);
  if (left?.isSymbolicLink() === false) {
    throw new EmbeddedPostgresError(`${lock} was not made by this program: remove it and start again.`);
  }
  const release = await acquireLock(lock, startLockMilliseconds, signal);
  if (!release) {
    const holder = Number.parseInt((await lockHolder(lock)) ?? '', 10);
    throw new EmbeddedPostgresError(
      `The process ${holder} has been starting or stopping the PostgreSQL in ${directory} for two minutes: end it and start again.`,
    );
  }
  try {
    return await work();
  } finally {
    await release();
  }
}

async function joinOr(launch: () => Promise<Joined>, place: Place, signal: AbortSignal): Promise<Joined> {
  let joined: Joined | undefined;
  try {
    joined = (await connectWhenReady(place, signal)) ?? (await launch());
    await createDatabase(joined.lease);
    return joined;
  } catch (error) {
    await joined?.lease.end().catch(() => undefined);
    if (joined || signal.aborted) await stopUnused(place);
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
  // Another process that holds the lock for longer stops the server or begins to use it.
  if (release) await stopUnused(place).finally(release);
}
