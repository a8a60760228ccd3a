import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { open, readFile, realpath, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import {
  dataDirectoryOf,
  EmbeddedPostgresError,
  initializeDatabase,
  locateBinaries,
  openDataDirectory,
  readOrCreatePassword,
  serverEnvironment,
  serverUser,
  type ServerUser,
} from './embedded-postgres-files.js';
import { acquireLock, commandLineOf, isRunning, lockHolder } from './process-lock.js';

export { EmbeddedPostgresError } from './embedded-postgres-files.js';

export interface EmbeddedPostgres {
  url: string;
  /** Stops the server when nobody else uses it; to be called after the program closed its own connections. */
  stop(): Promise<void>;
}

interface Place {
  directory: string;
  database: string;
  password: string;
  user: ServerUser | undefined;
}

const startLockMilliseconds = 120_000;
const readyMilliseconds = 60_000;
// Together these stay below the 10 seconds in which the program ends.
const stopLockMilliseconds = 2_000;
const othersLeaveMilliseconds = 1_000;
const shutdownMilliseconds = 5_000;

const settings = [
  'max_connections=100',
  'shared_buffers=128MB',
  'log_min_messages=warning',
  'timezone=UTC',
  'log_timezone=UTC',
  'jit=off',
];
const logLimitBytes = 10 * 1024 * 1024;

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
    return await start(path, interruption.signal);
  } catch (error) {
    if (error instanceof EmbeddedPostgresError || received) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const advice =
      'correct that, set DATA_DIRECTORY to another directory, or set DATABASE_URL to a PostgreSQL 15 or newer';
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL in ${path} cannot start (${reason}): ${advice}.`,
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
    const place = {
      directory,
      database: join(directory, 'db'),
      password: await readOrCreatePassword(directory, user),
      user,
    };
    try {
      const { lease, port } = (await connectWhenReady(place, signal)) ?? (await launch(place, signal));
      await createDatabase(lease);
      signal.throwIfAborted();
      // From here on the lease alone must not keep a program from ending.
      (lease as Client & { unref(): void }).unref();
      return {
        url: `postgres://planning:${place.password}@127.0.0.1:${port}/planning`,
        stop: stopOnce(place, lease),
      };
    } catch (error) {
      if (signal.aborted) await stopUnused(place);
      throw error;
    }
  } finally {
    await release();
  }
}

async function createDatabase(client: Client): Promise<void> {
  const { rowCount } = await client.query(`SELECT 1 FROM pg_database WHERE datname = 'planning'`);
  if (!rowCount) await client.query(`CREATE DATABASE planning TEMPLATE template0 ENCODING 'UTF8'`);
}

/** Waits for the server which runs in this place; undefined when none does and none is on its way. */
async function connectWhenReady(
  place: Place,
  signal: AbortSignal,
  isOnItsWay = () => false,
): Promise<{ lease: Client; port: number } | undefined> {
  const deadline = Date.now() + readyMilliseconds;
  let reason = 'it does not listen';
  while (Date.now() < deadline) {
    const server = await findServer(place);
    if (!server && !isOnItsWay()) return undefined;
    if (server?.port) {
      try {
        return { lease: await connect(place, server.port), port: server.port };
      } catch (error) {
        if (error instanceof EmbeddedPostgresError) throw error;
        reason = error instanceof Error ? error.message : String(error);
      }
    }
    await sleep(50, undefined, { signal });
  }
  throw new EmbeddedPostgresError(
    `The PostgreSQL in ${place.directory} is not ready after a minute (${reason}): start again, it goes on meanwhile, and see ${join(place.directory, 'postgres.log')}.`,
  );
}

/** The server which runs in this place according to its postmaster.pid; the port is 0 while it is not yet written there. */
async function findServer({ database }: Place): Promise<{ pid: number; port: number } | undefined> {
  const lines = (await readFile(join(database, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  if (!pid || !isRunning(pid) || commandLineOf(pid)?.includes(database) === false) return undefined;
  return { pid, port: Number(lines[3]) || 0 };
}

// Every program keeps this connection until it stops, so that another one which leaves sees that the server is in use.
async function connect(place: Place, port: number): Promise<Client> {
  const account = { user: 'planning', password: place.password, database: 'postgres' };
  const client = new Client({
    host: '127.0.0.1',
    port,
    ...account,
    ssl: false,
    connectionTimeoutMillis: 5_000,
    application_name: 'embedded-postgres',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
    if ((await realpath(rows[0]?.data_directory ?? '')) === (await realpath(place.database))) {
      return client;
    }
  } catch (error) {
    if ((error as { code?: string }).code !== '28P01') throw error;
  }
  await client.end();
  throw new EmbeddedPostgresError(
    `The server on port ${port} does not accept the password in ${place.directory} or serves another directory: end it, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
  );
}

async function launch(place: Place, signal: AbortSignal): Promise<{ lease: Client; port: number }> {
  const { directory, database, user } = place;
  const bin = await locateBinaries(directory, user);
  await initializeDatabase(directory, bin, user, signal);
  const log = await open(join(directory, 'postgres.log'), 'a+', 0o600);
  try {
    if ((await log.stat()).size > logLimitBytes) await log.truncate();
    for (let attempt = 1; ; attempt++) {
      await disownStalePid(database);
      const logStart = (await log.stat()).size;
      const child = spawn(
        join(bin, 'postgres'),
        [
          '-D',
          database,
          '-p',
          `${await freePort()}`,
          ...['listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings].flatMap((setting) => [
            '-c',
            setting,
          ]),
        ],
        {
          detached: true,
          stdio: ['ignore', log.fd, log.fd],
          cwd: directory,
          env: serverEnvironment(),
          windowsHide: true,
          ...(user && { uid: user.uid, gid: user.gid }),
        },
      );
      await once(child, 'spawn');
      child.unref();
      const connected = await connectWhenReady(
        place,
        signal,
        () => child.exitCode === null && child.signalCode === null,
      );
      if (connected) return connected;
      const said = (await readFile(join(directory, 'postgres.log'))).subarray(logStart).toString();
      // Another program may have taken the port, and processes of a killed server may need a moment to leave.
      if (attempt < 10 && /could not create any TCP|shared memory block/.test(said))
        await sleep(500, undefined, { signal });
      else
        throw new EmbeddedPostgresError(
          `The embedded PostgreSQL ended at once (${said.trim().split('\n').slice(-4).join(' ')}): correct that, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
        );
    }
  } finally {
    await log.close();
  }
}

// After a reboot another process may have the old server's id, and PostgreSQL refuses to start as long as that one lives.
// Our own id it ignores as its parent's; removing the file instead would give up its check for leftover server processes.
async function disownStalePid(database: string): Promise<void> {
  const file = join(database, 'postmaster.pid');
  if (!existsSync(file)) return;
  const content = await readFile(file, 'utf8');
  if (isRunning(Number.parseInt(content, 10)))
    await writeFile(file, content.replace(/^\d+/, `${process.pid}`));
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

function stopOnce(place: Place, lease: Client): () => Promise<void> {
  let stopping: Promise<void> | undefined;
  return () => (stopping ??= leave(place, lease));
}

async function leave(place: Place, lease: Client): Promise<void> {
  (lease as Client & { ref(): void }).ref();
  await lease.end().catch(() => undefined);
  const release = await acquireLock(join(place.directory, 'lock'), stopLockMilliseconds);
  // Who holds the lock for longer either stops the server for us or begins to use it.
  if (release) await stopUnused(place).finally(release);
}

async function stopUnused(place: Place): Promise<void> {
  const server = await findServer(place);
  if (!server || (await isUsedByOthers(place, server.port))) return;
  if (process.platform === 'win32') {
    const bin = await locateBinaries(place.directory, place.user);
    spawnSync(join(bin, 'pg_ctl'), [
      'stop',
      '-D',
      place.database,
      '-m',
      'fast',
      '-w',
      '-t',
      `${shutdownMilliseconds / 1000}`,
    ]);
    return;
  }
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    const deadline = Date.now() + shutdownMilliseconds;
    process.kill(server.pid, signal);
    while (Date.now() < deadline) {
      if ((await findServer(place))?.pid !== server.pid) return;
      await sleep(50);
    }
  }
}

async function isUsedByOthers(place: Place, port: number): Promise<boolean> {
  const client = await connect(place, port).catch((error: { code?: string }) => error.code);
  if (!(client instanceof Client)) return client === '53300';
  const others = `SELECT 1 FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`;
  // Connections which were closed a moment ago still show.
  const deadline = Date.now() + othersLeaveMilliseconds;
  try {
    for (;;) {
      const { rowCount } = await client.query(others);
      if (!rowCount || Date.now() > deadline) return Boolean(rowCount);
      await sleep(50);
    }
  } finally {
    await client.end();
  }
}
