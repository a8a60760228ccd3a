import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, rm, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import './register-typescript.mjs';

const ENOUGH_BYTES = 8 * 2 ** 30;

let running;

/** Starts (or borrows) one server for the whole run and makes the template that every test database is cloned from. */
export async function openDatabaseServer() {
  if (running) return;
  // Jest would end without a word, and successfully, if nothing else kept the process alive in between.
  const alive = setInterval(() => {}, 1000);
  try {
    await open();
  } finally {
    clearInterval(alive);
  }
}

async function open() {
  const borrowed = process.env.TEST_DATABASE_URL;
  const server = borrowed ? { url: borrowed, stop: async () => {} } : await startThrowawayServer();
  const prefix = `planning_test_${randomBytes(4).toString('hex')}`;
  running = { ...server, prefix };
  try {
    await createTemplate(server.url, `${prefix}_template`);
  } catch (error) {
    await closeDatabaseServer();
    throw error;
  }
  process.env.TEST_SERVER_URL = server.url;
  process.env.TEST_DATABASE_PREFIX = prefix;
}

/** @param mayStay whether a server of its own goes on until this process ends */
export async function closeDatabaseServer({ mayStay = false } = {}) {
  if (!running || (mayStay && !process.env.TEST_DATABASE_URL)) return;
  const { url, prefix, stop } = running;
  running = undefined;
  delete process.env.TEST_SERVER_URL;
  delete process.env.TEST_DATABASE_PREFIX;
  try {
    if (process.env.TEST_DATABASE_URL) await dropDatabases(url, prefix);
  } finally {
    await stop();
  }
}

async function startThrowawayServer() {
  const directory = await mkdtemp(join(await parentDirectory(), 'planning-test-'));
  // The server may have to run as another user than the tests, and must get through this directory.
  await chmod(directory, 0o755);
  const watch = watchOverServer(directory);
  try {
    const { startEmbeddedPostgres } = await import('../../platform/database/embedded-postgres.js');
    const server = await startEmbeddedPostgres(directory);
    await forgetDurability(server.url);
    const giveBack = await useForTemporaryFiles(join(directory, 'files'));
    const stop = async () => {
      giveBack();
      await server.stop();
      await watch.end();
      await rm(directory, { recursive: true, force: true });
    };
    return { url: server.url, stop };
  } catch (error) {
    await watch.end();
    throw error;
  }
}

/** In memory where there is plenty: just after a database is dropped, a disk needs ten times as long to make the next. */
async function parentDirectory() {
  const mounts = await readFile('/proc/mounts', 'utf8').catch(() => '');
  const memory = mounts.split('\n').find((line) => line.includes(' /dev/shm tmpfs '));
  // The program may be copied there too.
  if (process.env.TMPDIR || !memory || memory.includes('noexec')) return tmpdir();
  const { bavail, bsize } = await statfs('/dev/shm');
  return Math.min(bavail * bsize, freemem()) > ENOUGH_BYTES ? '/dev/shm' : tmpdir();
}

/** Tests start programs that make databases of their own. */
async function useForTemporaryFiles(folder) {
  const { TMPDIR } = process.env;
  await mkdir(folder);
  await chmod(folder, 0o755);
  process.env.TMPDIR = folder;
  return () => {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  };
}

/** A run that is killed cannot stop its server; this process sees its end of the pipe close and does it instead. */
function watchOverServer(directory) {
  const script = fileURLToPath(new URL('server-watch.mjs', import.meta.url));
  const child = spawn(process.execPath, [script, directory], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.unref();
  child.stdin.unref();
  return {
    end: async () => {
      child.ref();
      child.stdin.end();
      await ended;
    },
  };
}

async function forgetDurability(url) {
  await withClient(url, async (client) => {
    for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes', 'autovacuum']) {
      await client.query(`ALTER SYSTEM SET ${setting} = off`);
    }
    await client.query('SELECT pg_reload_conf()');
    // Each connection shows that it knows the password: thousands of rounds of a hash for either side.
    await client.query('SET scram_iterations = 1');
    await client.query(`ALTER ROLE CURRENT_USER PASSWORD ${client.escapeLiteral(new URL(url).password)}`);
  });
}

async function createTemplate(url, name) {
  const { runMigrations } = await import('../../platform/database/migrations/migrations.js');
  await withClient(url, (client) => client.query(`CREATE DATABASE ${name}`));
  const templateUrl = new URL(url);
  templateUrl.pathname = `/${name}`;
  await runMigrations(templateUrl.href);
  // A template with a connection cannot be cloned.
  await withClient(url, (client) => client.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`));
}

async function dropDatabases(url, prefix) {
  await withClient(url, async (client) => {
    const { rows } = await client.query('SELECT datname FROM pg_database WHERE starts_with(datname, $1)', [
      prefix,
    ]);
    for (const { datname } of rows) await client.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
  });
}

async function withClient(url, work) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
