import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import {
  EmbeddedPostgresError,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../src/platform/database/embedded-postgres.js';
import { isRunning } from '../../src/platform/database/embedded-postgres/process-lock.js';
import { until } from '../../src/testing/until.js';

const isRoot = process.getuid?.() === 0;
const LARGER_THAN_ANY_PID = 2 ** 31 - 2;

describe('postmaster.pid of the embedded PostgreSQL', () => {
  let directory: string;
  let file: string;
  let left: string;
  let servers: EmbeddedPostgres[];
  let others: ChildProcess[];

  /** A server that was used, and what its file said. */
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'planning-postmaster-'));
    await chmod(directory, 0o755);
    file = join(directory, 'db', 'postmaster.pid');
    [servers, others] = [[], []];
    const server = await start();
    await query(server, 'CREATE TABLE kept AS SELECT 42 AS answer');
    left = await readFile(file, 'utf8');
    await server.stop();
  });
  afterEach(async () => {
    for (const { pid = 0 } of others) process.kill(-pid, 'SIGKILL');
    await Promise.all(servers.map((server) => server.stop()));
    [servers, others] = [[], []];
    await rm(file, { recursive: true, force: true });
  });
  afterAll(async () => {
    await rm(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  });

  const start = async (): Promise<EmbeddedPostgres> => {
    const server = await startEmbeddedPostgres(directory);
    servers.push(server);
    return server;
  };

  const query = async ({ url }: EmbeddedPostgres, statement: string): Promise<unknown[]> => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<{ answer: number }>(statement)).rows;
    } finally {
      await client.end();
    }
  };

  const expectHealed = async (): Promise<void> => {
    expect(await query(await start(), 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  };

  const runOther = async (command: string, args: readonly string[]): Promise<number> => {
    // PostgreSQL looks only at processes of its own user.
    const owner = isRoot ? { uid: (await stat(join(directory, 'db'))).uid } : {};
    const other = spawn(command, args, { ...owner, stdio: 'ignore', detached: true });
    others.push(other);
    await once(other, 'spawn');
    return other.pid ?? 0;
  };

  it.each([
    ['empty', () => ''],
    ['a line break', () => '\n'],
    ['garbage', () => 'garbage\n\u0000\u0001'],
    ['of a pid that none can be', () => left.replace(/^\d+/, '99999999999999999999')],
    ['of the pid 0', () => left.replace(/^\d+/, '0')],
    ['of a negative pid', () => left.replace(/^\d+/, '-1')],
    ['cut off behind the pid', () => `${LARGER_THAN_ANY_PID}`],
    ['of a process that has ended', () => left.replace(/^\d+/, `${LARGER_THAN_ANY_PID}`)],
    ['of the program itself', () => left.replace(/^\d+/, `${process.pid}`)],
  ])('that is %s heals', async (_, content) => {
    await writeFile(file, content());
    await expectHealed();
  });

  it.each([
    [
      'names the folder as an option',
      (database: string) => ['-c', 'sleep 60; :', 'postgres', '-D', database],
    ],
    ['shows a file in the folder', (database: string) => ['-c', `tail -f ${database}/PG_VERSION; :`]],
  ])('whose pid belongs to an unrelated process that %s heals', async (_, args) => {
    const pid = await runOther('/bin/sh', args(join(directory, 'db')));
    await writeFile(file, left.replace(/^\d+/, `${pid}`));
    await expectHealed();
    expect(process.kill(pid, 0)).toBe(true);
  });

  it('that is a folder is named, with what to do', async () => {
    await mkdir(file);
    const refused = startEmbeddedPostgres(directory);
    await expect(refused).rejects.toBeInstanceOf(EmbeddedPostgresError);
    await expect(refused).rejects.toThrow(
      `${file} cannot be used (EISDIR): remove it if no PostgreSQL runs there, and start again.`,
    );
  });

  it('that was emptied while the server runs names the server to end', async () => {
    const server = await start();
    const content = await readFile(file, 'utf8');
    const pid = Number.parseInt(content, 10);
    await writeFile(file, '');
    await expect(startEmbeddedPostgres(directory)).rejects.toThrow(
      `${file} does not say so, but the process ${pid} is a PostgreSQL that runs in ${join(directory, 'db')}: end it and start again.`,
    );
    await writeFile(file, content);
    await server.stop();
    await until('it has ended', () => !isRunning(pid));
  });
});
