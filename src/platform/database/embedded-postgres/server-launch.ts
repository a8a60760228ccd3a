import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, type FileHandle } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { locateBinaries } from './server-binaries.js';
import {
  EmbeddedPostgresError,
  initializeDatabase,
  serverEnvironment,
  useOwnDatabase,
} from './server-files.js';
import { logSettings, openServerLog, serverLogOf } from './server-log.js';
import { connectWhenReady, shutdownMilliseconds, type Joined, type Place } from './running-server.js';
import { clearStaleFile } from './postmaster-file.js';
import { whyEnded } from './server-end.js';

const settings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=200',
  'shared_buffers=128MB',
  'timezone=UTC',
  'jit=off',
  ...logSettings,
];
const attempts = 10;

export async function prepareAndLaunch(place: Place, signal: AbortSignal): Promise<Joined> {
  const bin = await locateBinaries(place.directory, place.user);
  await initializeDatabase(place.directory, bin, place.user, signal);
  return launchServer(place, signal, () => portFor(place.database));
}

export async function launchServer(
  place: Place,
  signal: AbortSignal,
  choosePort: () => number | Promise<number>,
): Promise<Joined> {
  const bin = await locateBinaries(place.directory, place.user);
  const log = await openServerLog(place.directory);
  try {
    for (let attempt = 1; ; attempt++) {
      await clearStaleFile(place.database);
      const before = (await log.stat()).size;
      const child = await spawnServer(place, bin, await choosePort(), log);
      const isOnItsWay = () => child.exitCode === null && child.signalCode === null;
      const joined = await connectWhenReady(place, signal, isOnItsWay).catch(async (error: unknown) => {
        // Without postmaster.pid nobody else would find it.
        if (signal.aborted) await end(child);
        throw error;
      });
      if (joined) return joined;
      const said = (await readFile(serverLogOf(place.directory))).subarray(before).toString().trim();
      // Another program may have taken the port, or processes of a killed server are still ending.
      if (attempt === attempts || !/could not create any TCP|shared memory block/.test(said))
        throw endedAtOnce(said);
      await sleep(500, undefined, { signal });
    }
  } finally {
    await log.close();
  }
}

async function spawnServer(
  { directory, database, user }: Place,
  bin: string,
  port: number,
  log: FileHandle,
): Promise<ChildProcess> {
  const options = settings.flatMap((setting) => ['-c', setting]);
  const child = spawn(join(bin, 'postgres'), ['-D', database, '-p', `${port}`, ...options], {
    // Ctrl-C must not end the server before the program has closed its connections.
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    cwd: directory,
    env: serverEnvironment(),
    windowsHide: true,
    ...(user && { uid: user.uid, gid: user.gid }),
  });
  await once(child, 'spawn');
  child.unref();
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    const deadline = Date.now() + shutdownMilliseconds;
    child.kill(signal);
    while (Date.now() < deadline) {
      if (child.exitCode !== null || child.signalCode !== null) return;
      await sleep(50);
    }
  }
}

const endedAtOnce = (said: string): EmbeddedPostgresError =>
  new EmbeddedPostgresError(
    `The embedded PostgreSQL ended at once (${whyEnded(said)}): correct that, or ${useOwnDatabase}.`,
  );

/** The previous port, where programs may still look for it, unless it is taken. */
async function portFor(database: string): Promise<number> {
  const options = await readFile(join(database, 'postmaster.opts'), 'utf8').catch(() => '');
  const before = Number(/"-p" "(\d+)"/.exec(options)?.[1] ?? 0);
  return (await freePort(before).catch(() => 0)) || freePort(0);
}

async function freePort(wanted: number): Promise<number> {
  const probe = createServer().listen(wanted, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
