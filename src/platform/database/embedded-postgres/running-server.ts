import { spawnSync } from 'node:child_process';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { locateBinaries } from './server-binaries.js';
import { EmbeddedPostgresError, useOwnDatabase, type ServerUser } from './server-files.js';
import { findServer, isServing } from './postmaster-file.js';
import { signalServer } from './server-process.js';

export interface Place {
  directory: string;
  database: string;
  password: string;
  user: ServerUser | undefined;
}

export interface Joined {
  /** Open until the program stops, so that other programs see that the server is in use. */
  lease: Client;
  port: number;
}

const readyMilliseconds = 60_000;
// Together with the wait for the lock, below the 10 s in which the program ends.
const othersLeaveMilliseconds = 1_000;
export const shutdownMilliseconds = 5_000;

/** undefined: no server runs or starts here. */
export async function connectWhenReady(
  place: Place,
  signal: AbortSignal,
  isOnItsWay = () => false,
): Promise<Joined | undefined> {
  const deadline = performance.now() + readyMilliseconds;
  let reason = 'it does not listen';
  while (performance.now() < deadline) {
    const server = await findServer(place.database);
    if (!server && !isOnItsWay()) return undefined;
    if (server?.port) {
      try {
        return { lease: await leaseOf(place, server.port), port: server.port };
      } catch (error) {
        if (error instanceof EmbeddedPostgresError) throw error;
        reason = error instanceof Error ? error.message : String(error);
      }
    }
    await sleep(50, undefined, { signal });
  }
  const log = join(place.directory, 'postgres.log');
  throw new EmbeddedPostgresError(
    `The PostgreSQL in ${place.directory} is not ready after a minute (${reason}): start again, it goes on meanwhile, and see ${log}.`,
  );
}

/** @throws EmbeddedPostgresError when another server has this port */
export async function leaseOf(place: Place, port: number): Promise<Client> {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: 'planning',
    password: place.password,
    database: 'postgres',
    ssl: false,
    connectionTimeoutMillis: 5_000,
    application_name: 'embedded-postgres',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
    if ((await realpath(rows[0]?.data_directory ?? '')) === (await realpath(place.database))) return client;
  } catch (error) {
    client.end().catch(() => undefined);
    if ((error as { code?: string }).code !== '28P01') throw error;
  }
  await client.end();
  throw new EmbeddedPostgresError(
    `The server on port ${port} does not accept the password in ${place.directory} or serves another directory: end it, or ${useOwnDatabase}.`,
  );
}

export function keepsProcessAlive(client: Client, keeps: boolean): void {
  // Missing in the types of pg.
  const counted = client as Client & { ref(): void; unref(): void };
  if (keeps) counted.ref();
  else counted.unref();
}

export async function stopUnused(place: Place): Promise<void> {
  const server = await findServer(place.database);
  if (!server || (await isUsed(place, server.port))) return;
  if (process.platform === 'win32') {
    const bin = await locateBinaries(place.directory, place.user);
    const seconds = `${shutdownMilliseconds / 1000}`;
    spawnSync(join(bin, 'pg_ctl'), ['stop', '-D', place.database, '-m', 'fast', '-w', '-t', seconds]);
    return;
  }
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    const deadline = performance.now() + shutdownMilliseconds;
    signalServer(server.pid, signal);
    while (performance.now() < deadline) {
      // Its file goes a moment before the process.
      if (!isServing(server.pid, place.database)) return;
      await sleep(50);
    }
  }
}

async function isUsed(place: Place, port: number): Promise<boolean> {
  if (!port) return false;
  const client = await leaseOf(place, port).catch((error: { code?: string }) => error.code);
  // Too many connections is the one refusal which says that somebody is connected.
  if (!(client instanceof Client)) return client === '53300';
  // A program that uses it holds a lease: its other connections may still be in the middle of something when it ends.
  const others = `SELECT 1 FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
    AND NOT starts_with(application_name, 'planning')`;
  // Connections closed a moment ago are still listed.
  const deadline = performance.now() + othersLeaveMilliseconds;
  try {
    for (;;) {
      const { rowCount } = await client.query(others);
      if (!rowCount || performance.now() > deadline) return Boolean(rowCount);
      await sleep(50);
    }
  } finally {
    await client.end();
  }
}
