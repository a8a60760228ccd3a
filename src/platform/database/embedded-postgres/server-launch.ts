import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { open, readFile, writeFile, type FileHandle } from 'node:fs/promises';
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
import { connectWhenReady, type Joined, type Place } from './running-server.js';
import { isRunning } from './process-lock.js';

const settings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=100',
  'shared_buffers=128MB',
  'log_min_messages=warning',
  'timezone=UTC',
  'log_timezone=UTC',
  'jit=off',
];
const logLimitBytes = 10 * 1024 * 1024;
const attempts = 10;

/** Starts a server in a place where none runs, and prepares the place if it is new. */
export async function launchServer(place: Place, signal: AbortSignal): Promise<Joined> {
  const bin = await locateBinaries(place.directory, place.user);
  await initializeDatabase(place.directory, bin, place.user, signal);
  const path = join(place.directory, 'postgres.log');
  const log = await open(path, 'a+', 0o600);
  try {
    if ((await log.stat()).size > logLimitBytes) await log.truncate();
    for (let attempt = 1; ; attempt++) {
      await disownStalePid(place.database);
      const before = (await log.stat()).size;
      const child = await spawnServer(place, bin, log);
      const isOnItsWay = () => child.exitCode === null && child.signalCode === null;
      const joined = await connectWhenReady(place, signal, isOnItsWay);
      if (joined) return joined;
      const said = (await readFile(path)).subarray(before).toString().trim();
      // Another program may have taken the port, and processes of a killed server may need a moment to leave.
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
  log: FileHandle,
): Promise<ChildProcess> {
  const options = settings.flatMap((setting) => ['-c', setting]);
  const child = spawn(join(bin, 'postgres'), ['-D', database, '-p', `${await freePort()}`, ...options], {
    // Outside of the terminal's process group: Ctrl-C must not end the server before the program has closed its connections.
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

function endedAtOnce(said: string): EmbeddedPostgresError {
  const lastLines = said.split('\n').slice(-4).join(' ');
  return new EmbeddedPostgresError(
    `The embedded PostgreSQL ended at once (${lastLines}): correct that, or ${useOwnDatabase}.`,
  );
}

// After a reboot another process may have the old server's id, and PostgreSQL refuses to start as long as that one lives.
// Our own id it ignores as its parent's; removing the file instead would give up its check for leftover server processes.
async function disownStalePid(database: string): Promise<void> {
  const file = join(database, 'postmaster.pid');
  if (!existsSync(file)) return;
  const content = await readFile(file, 'utf8');
  if (!isRunning(Number.parseInt(content, 10))) return;
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
