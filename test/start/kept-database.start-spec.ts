import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { isRunning } from '../../src/platform/database/embedded-postgres/process-lock.js';
import { ApiClient } from '../support/requests/api-client.js';
import { pause, Program } from '../support/programs/program.js';
import { SmallDisk } from '../support/programs/small-disk.js';
import { until } from '../../src/testing/until.js';

const HAS_ENDED = /has ended, it is started again/g;
const IS_BACK = /PostgreSQL in \S+ is back/g;
const asRootOnly = process.getuid?.() === 0 ? it : it.skip;

describe('the embedded PostgreSQL that ends while the program runs', () => {
  let directory: string;
  let running: { program: Program; api: ApiClient } | undefined;
  let token: string | undefined;
  const programs: Program[] = [];

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'planning-kept-'));
    await chmod(directory, 0o755);
  });
  afterAll(async () => {
    await Promise.all(programs.map((program) => program.kill('SIGTERM')));
    await rm(directory, { recursive: true, force: true });
  });

  const start = (
    data = directory,
    entry = 'dist/main.js',
    settings: Record<string, string> = {},
  ): Program => {
    const program = new Program([entry], {
      DATA_DIRECTORY: data,
      RATE_LIMIT_REQUESTS: '100000',
      LOG_LEVEL: 'info',
      ...settings,
    });
    programs.push(program);
    return program;
  };

  const startApi = async (data = directory): Promise<{ program: Program; api: ApiClient }> => {
    const program = start(data);
    const address = await program.address();
    token ??= await program.firstToken();
    return { program, api: new ApiClient(address, token) };
  };
  /** The one that a test has left to the next. */
  const runningApi = async () => (running?.program.isAlive ? running : (running = await startApi()));

  const serverId = async (data = directory): Promise<number> =>
    Number((await readFile(join(data, 'db', 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0]);

  /** Over a connection of its own. */
  const query = async (statement: string, data = directory): Promise<unknown[]> => {
    const lines = (await readFile(join(data, 'db', 'postmaster.pid'), 'utf8')).split('\n');
    const password = (await readFile(join(data, 'password'), 'utf8')).trim();
    const client = new Client(`postgres://planning:${password}@127.0.0.1:${lines[3]}/planning`);
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query(statement)).rows;
    } finally {
      await client.end();
    }
  };

  /** How many programs have joined the server that runs now. */
  const leases = async (): Promise<number> => {
    const held = `SELECT 1 FROM pg_stat_activity WHERE application_name = 'embedded-postgres'`;
    return (await query(held).catch(() => [])).length;
  };

  const count = (program: Program, pattern: RegExp): number => program.output.match(pattern)?.length ?? 0;

  const works = async (api: ApiClient): Promise<boolean> => (await api.get('/v1/clients')).status === 200;

  it('by whatever signal is started again at its address, with every write, and said so in a line each', async () => {
    const { program, api } = await runningApi();
    for (const [index, signal] of (['SIGKILL', 'SIGINT', 'SIGQUIT'] as const).entries()) {
      await api.create('/v1/clients', { name: signal });
      const before = await serverId();
      process.kill(before, signal);
      await until('a request is put off', async () => {
        const { status, body, headers } = await api.get('/v1/clients');
        if (status === 200) return false;
        expect([status, body.code]).toEqual([503, 'server.database_unavailable']);
        expect(headers.get('retry-after')).toMatch(/^\d+$/);
        return true;
      });
      expect((await fetch(`${api.url}/health/live`)).status).toBe(200);
      await until('it works again', () => works(api));
      expect((await api.get('/v1/clients')).body).toMatchObject({ total: index + 1 });
      expect(await serverId()).not.toBe(before);
      await until('both are said', () => count(program, IS_BACK) > index);
      expect([count(program, HAS_ENDED), count(program, IS_BACK)]).toEqual([index + 1, index + 1]);
    }
  });

  it('says nothing when only its sessions ended', async () => {
    const { program, api } = await runningApi();
    const ended = count(program, HAS_ENDED);
    await query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
    );
    await until('the lease is taken again', async () => (await leases()) === 1);
    expect(await works(api)).toBe(true);
    expect(count(program, HAS_ENDED)).toBe(ended);
  });

  it('is one server again for all programs that share it', async () => {
    const { program, api } = await runningApi();
    const before = count(program, IS_BACK);
    const worker = start(directory, 'dist/worker.js', { METRICS_PORT: '0' });
    await worker.says(/delivers webhooks/);
    for (let kill = 1; kill <= 3; kill += 1) {
      const killed = await serverId();
      process.kill(killed, 'SIGKILL');
      await until('each holds a lease again', async () => (await leases()) === 2, 60);
      expect(await serverId()).not.toBe(killed);
      // Who notices late finds the server that the other one has started, and has nothing to say.
      const said = (): number => count(program, IS_BACK) + count(worker, IS_BACK) - before;
      await until('the one that started it has said so', () => said() >= kill);
      await until('it works again', () => works(api));
    }
    // The server stays for the one that goes on.
    expect(await program.kill('SIGTERM')).toBe(0);
    expect(await serverId()).not.toBe(0);
    expect(await worker.kill('SIGTERM')).toBe(0);
    expect(await serverId()).toBe(0);
  });

  it('takes nobody with it who is stopped at that moment, and is not left behind', async () => {
    for (const milliseconds of [0, 50, 200]) {
      const program = start();
      await program.address();
      process.kill(await serverId(), 'SIGKILL');
      await pause(milliseconds);
      const began = Date.now();
      expect(await program.kill('SIGTERM')).toBe(0);
      expect(Date.now() - began).toBeLessThan(10_000);
      // The one that was killed stays in the list of processes until somebody has asked for its end.
      const left = await serverId();
      if (left) await until('no server is left', () => !isRunning(left));
    }
  });

  asRootOnly(
    'because its disk is full is tried again until there is space, and the program lives',
    async () => {
      const disk = await SmallDisk.mount(200);
      const data = join(disk.path, 'data');
      try {
        await promisify(execFile)('cp', ['-a', directory, data]);
        const { program, api } = await startApi(data);
        const server = await serverId(data);
        await disk.fill();
        // What fits into the space that the server has set aside still succeeds.
        await until('a write is put off', async () => {
          const { status, body } = await api.post('/v1/clients', {
            name: `${Math.random()} ${'x'.repeat(200)}`,
          });
          if (status === 201) return false;
          expect([status, body.code]).toEqual([503, 'server.database_unavailable']);
          return true;
        });
        expect(await works(api)).toBe(true);
        // What a server frees when it ends may be enough for its start: then the disk ends it again.
        await until(
          'the disk keeps the server away',
          async () => {
            await query(`SELECT pg_switch_wal(), pg_create_restore_point('full')`, data).catch(
              () => undefined,
            );
            await disk.fill();
            return /cannot be started yet, and is tried again and again: .*no space left/i.test(
              program.output,
            );
          },
          60,
        );
        const { status, headers } = await api.get('/v1/clients');
        expect([status, headers.has('retry-after')]).toEqual([503, true]);
        expect((await fetch(`${api.url}/health/live`)).status).toBe(200);
        expect((await fetch(`${api.url}/health/ready`)).status).toBe(503);
        const reasons = program.output.match(/cannot be started yet.*/g) ?? [];
        expect(new Set(reasons).size).toBe(reasons.length);
        await disk.empty();
        await until('it works again', () => works(api), 60);
        expect(await serverId(data)).not.toBe(server);
        await api.create('/v1/clients', { name: 'Behind' });
        await until('it is said', () => count(program, IS_BACK) === count(program, HAS_ENDED));
        expect(await program.kill('SIGTERM')).toBe(0);
      } finally {
        await Promise.all(programs.map((program) => program.kill('SIGKILL')));
        await disk.unmount();
      }
    },
  );
});
