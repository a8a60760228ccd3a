import { createHash } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../src/platform/database/embedded-postgres.js';
import { runMigrations } from '../../src/platform/database/migrations/migrations.js';
import { ApiDescription } from '../support/requests/api-description.js';
import {
  CANARY,
  CANARY_SECRET,
  linesWith,
  logsIn,
  plantedBody,
  SABOTAGE,
  stumblings,
} from '../support/requests/canaries.js';
import { Program } from '../support/programs/program.js';
import { createTestApplication, type TestApplication } from '../support/application/test-application.js';
import { until } from '../../src/testing/until.js';
import { createWorld, fill, type World } from '../support/application/world.js';

const failing = `process.on('SIGUSR2', () => {
  const failure = Object.assign(new Error('insert of "${CANARY}" failed'), { parameters: ['${CANARY}'] });
  failure.cause = Object.assign(new Error('${CANARY}@example.com'), { detail: 'Key (a)=(${CANARY})' });
  Promise.reject(failure);
});`;

/** Values of every kind are planted wherever a client can put one, and each kind of failure is provoked. */
describe('no log holds what a client sent, nor a secret', () => {
  let directory: string;
  let server: EmbeddedPostgres;
  let application: TestApplication;
  let world: World;
  let api: Program;
  let url: string;
  let database: Client;
  const programs: Program[] = [];
  const statuses: number[] = [];

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'planning-logs-'));
    await chmod(directory, 0o755);
    server = await startEmbeddedPostgres(directory);
    await runMigrations(server.url);
    application = await createTestApplication({ databaseUrl: server.url });
    world = await createWorld(application, 'Canary');
    await application.app.close();
    const preload = `data:text/javascript,${encodeURIComponent(failing)}`;
    api = new Program(['dist/main.js'], settings(), { nodeOptions: ['--import', preload] });
    programs.push(api);
    url = await api.address();
    database = await connected();
    await database.query(SABOTAGE);
  });
  afterAll(async () => {
    await database.end().catch(() => undefined);
    await Promise.all(programs.map((program) => program.kill('SIGKILL')));
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  });

  const settings = (): Record<string, string> => ({
    DATABASE_URL: server.url,
    DATA_DIRECTORY: directory,
    LOG_LEVEL: 'trace',
    RATE_LIMIT_REQUESTS: '1000000',
    TRUST_PROXY: '1',
    REDIS_URL: `redis://:${CANARY}@127.0.0.1:1`,
    WEBHOOK_SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
    WEBHOOK_ALLOW_HTTP: 'true',
    WEBHOOK_ALLOWED_NETWORKS: '192.0.2.0/24,127.0.0.0/8',
    WEBHOOK_RETRY_DELAYS_SECONDS: '0,0,1',
  });

  function start(...args: string[]): Program {
    const program = new Program(args, settings());
    programs.push(program);
    return program;
  }

  async function connected(): Promise<Client> {
    const client = new Client({ connectionString: server.url });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  const stumbleOver = (mode: string | null) => database.query('UPDATE canary_mode SET mode = $1', [mode]);

  const send = async (method: string, path: string, body?: unknown, headers = {}): Promise<number> => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(url + path, {
      method,
      headers: { 'X-API-KEY': world.token, 'Content-Type': 'application/json', ...headers },
      ...(body !== undefined && { body: text }),
    });
    await response.arrayBuffer();
    statuses.push(response.status);
    return response.status;
  };

  /** To be sent: every operation that writes, with a value in each of its texts. */
  const writesEverywhere = async (): Promise<(() => Promise<number>)[]> => {
    const description = await ApiDescription.of(url);
    const components = description.document.components;
    const writes = description.operations().filter(({ method }) => method === 'POST' || method === 'PATCH');
    return writes.map(({ method, path, operation }) => () => {
      const target = fill(path, (collection) => world.ids[collection] ?? '');
      const own =
        method === 'POST' && operation.requestBody ? (world.listFor(path) ?? world.bodyFor(path)) : {};
      const planted = plantedBody(operation, components) as object | undefined;
      const body = Array.isArray(own) || !operation.requestBody ? own : { ...own, ...planted };
      return send(method, target, operation.requestBody ? body : undefined);
    });
  };

  it('when requests are accepted and refused', async () => {
    const seen: number[] = [];
    for (const write of await writesEverywhere()) seen.push(await write());
    expect(seen.filter((status) => status < 300).length).toBeGreaterThan(20);
    expect(seen.filter((status) => status >= 500)).toEqual([]);
    for (const path of [
      `/v1/${CANARY}`,
      `/v1/clients/${CANARY}?terms=${CANARY}`,
      `/${CANARY}`,
      `/docs/${CANARY}`,
    ])
      await send('GET', path, undefined, { Cookie: CANARY, 'User-Agent': CANARY, 'X-Forwarded-For': CANARY });
    expect(await send('POST', '/v1/clients', `{ "name": ${CANARY} }`)).toBe(400);
    expect(await send('POST', '/v1/clients', { [CANARY]: CANARY })).toBe(400);
    expect(await send('POST', '/v1/clients', { name: CANARY.repeat(200) })).toBe(400);
    expect(await send('GET', '/v1/me', undefined, { 'X-API-KEY': CANARY })).toBe(401);
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    await new Promise((resolve) => socket.on('close', resolve).resume().end(`${CANARY} / HTTP/9\r\n\r\n`));
  });

  it('when statements fail, each in its way, over the values of a request', async () => {
    const before = statuses.length;
    for (const mode of stumblings) {
      await stumbleOver(mode);
      // Side by side: a write that fails of a deadlock is tried again for a second.
      await Promise.all((await writesEverywhere()).map((write) => write()));
    }
    await stumbleOver(null);
    const failed = statuses.slice(before).filter((status) => status >= 500);
    expect(failed.length).toBeGreaterThan(20 * stumblings.length);
    for (const code of [
      '22P02',
      '23505',
      '23503',
      '23514',
      '23502',
      '40P01',
      '42601',
      '42P01',
      '55P03',
      'P0001',
    ])
      expect(api.output).toContain(`"code":"${code}"`);
    expect(api.output).toContain('"constraint":"canary_key"');
  });

  it('when tables are missing, for tokens, events and deliveries too', async () => {
    const tables = ['access_tokens', 'outbox_events', 'webhook_deliveries', 'organizations', 'clients'];
    for (const table of tables) {
      await database.query(`ALTER TABLE ${table} RENAME TO canary_${table}`);
      expect(await send('POST', '/v1/clients', { name: `${CANARY} ${table}` })).toBeGreaterThan(200);
      await until(
        'the background fails',
        () => new Promise((resolve) => setTimeout(() => resolve(true), 600)),
      );
      await database.query(`ALTER TABLE canary_${table} RENAME TO ${table}`);
    }
    expect(statuses.filter((status) => status === 500).length).toBeGreaterThan(3);
    expect(api.output).toContain('Fails; it is tried again and again');
  });

  it('when receivers fail', async () => {
    const id = world.ids['/v1/webhook-subscribers'] ?? '';
    await send('PATCH', `/v1/webhook-subscribers/${id}`, {
      url: `http://127.0.0.1:1/${CANARY}?key=${CANARY}`,
    });
    await send('POST', `/v1/webhook-subscribers/${id}/ping`);
    const attempts = `SELECT 1 FROM webhook_attempts a WHERE error_class IS NOT NULL`;
    await until('an attempt failed', async () => ((await database.query(attempts)).rowCount ?? 0) > 0);
  });

  it('when statements deadlock, time out and are wrong in PostgreSQL itself, whose log holds what the server does', async () => {
    const [one, two] = await Promise.all([connected(), connected()]);
    await one.query(`CREATE TABLE canary_locks AS SELECT '${CANARY}' AS value, generate_series(1, 2) AS id`);
    const update = (id: number) => `UPDATE canary_locks SET value = '${CANARY}' WHERE id = ${id}`;
    await one.query(`BEGIN; ${update(1)}`);
    await two.query(`BEGIN; ${update(2)}`);
    const both = await Promise.allSettled([one.query(update(2)), two.query(update(1))]);
    expect(both.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    await Promise.allSettled([one.query('ROLLBACK'), two.query('ROLLBACK')]);
    for (const statement of [
      `SELECT '${CANARY}'::uuid`,
      `SELECT ${CANARY}`,
      `SET statement_timeout = 50; SELECT pg_sleep(5), '${CANARY}'`,
      `SET statement_timeout = 0; DO $$ BEGIN RAISE WARNING '${CANARY}'; END $$; SELECT 1 / 0, '${CANARY}'`,
      `INSERT INTO canary_unique VALUES ('${CANARY}'), ('${CANARY}')`,
    ])
      await expect(one.query(statement)).rejects.toThrow();
    await expect(one.query('SELECT $1::int', [CANARY])).rejects.toThrow();
    await Promise.all([one.end(), two.end()]);
    expect(Object.keys(logsIn(directory))).toContain('postgres.log');
  });

  it('when the server is killed in the middle of a request', async () => {
    const holder = await connected();
    await holder.query('BEGIN; LOCK TABLE clients IN ACCESS EXCLUSIVE MODE');
    const request = send('POST', '/v1/clients', { name: `${CANARY} killed` });
    const waiting = `SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name LIKE 'planning%'`;
    const pidOf = async () => (await database.query<{ pid: number }>(waiting)).rows[0]?.pid;
    await until('the request waits', async () => (await pidOf()) !== undefined);
    process.kill((await pidOf()) ?? 0, 'SIGKILL');
    expect(await request).toBe(503);
    await holder.end().catch(() => undefined);
    await until('it serves again', async () => (await send('GET', '/v1/me').catch(() => 0)) === 200);
    expect(logsIn(directory)['postgres.log']).toMatch(/terminated by signal 9/);
    database = await connected();
  });

  it('when the command line and a start fail', async () => {
    await stumbleOver('unique');
    const words = ['--organization', `${CANARY} Ltd`, '--email', `${CANARY}@example.com`];
    const cli = start('dist/cli.js', 'token', 'create', ...words);
    expect(await cli.end()).toBe(2);
    expect(cli.output).toContain('(code 23505, constraint canary_key');
    await stumbleOver(null);

    await database.query('CREATE DATABASE canaries TEMPLATE template0');
    const other = server.url.replace(/\/planning$/, '/canaries');
    const client = new Client({ connectionString: other });
    await client.connect();
    await client.query(`CREATE FUNCTION refuse() RETURNS event_trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM '${CANARY}'::uuid; END $$;
      CREATE EVENT TRIGGER refuse ON ddl_command_end WHEN TAG IN ('CREATE INDEX') EXECUTE FUNCTION refuse()`);
    await client.end();
    const starts: Record<string, string>[] = [
      { DATABASE_URL: other },
      { DATABASE_URL: server.url.replace(/:[^:@/]+@/, `:${CANARY}@`) },
      {
        DATABASE_URL: `mysql://user:${CANARY}@localhost/db`,
        REDIS_URL: `http://user:${CANARY}@localhost`,
        WEBHOOK_SECRET_KEY: CANARY,
      },
    ];
    const refused = starts.map((wrong) => new Program(['dist/worker.js'], { ...settings(), ...wrong }));
    programs.push(...refused);
    expect(await Promise.all(refused.map((program) => program.end()))).toEqual(starts.map(() => 1));
    expect(refused[0]?.output).toContain('code 22P02');
    for (const name of Object.keys(starts[2] ?? {})) expect(refused[2]?.output).toContain(`${name} must`);
  });

  it('when nobody catches a failure, which ends the process with 1', async () => {
    expect(await api.kill('SIGUSR2')).toBe(1);
    expect(api.output).toContain('Ended by a failure that nobody caught');
  });

  it('as every byte shows', () => {
    const logs = {
      ...logsIn(directory),
      ...Object.fromEntries(programs.map(({ output }, at) => [at, output])),
    };
    const token = world.token;
    const secrets = [
      token,
      createHash('sha256').update(token).digest('hex'),
      CANARY_SECRET,
      Buffer.from(CANARY_SECRET.slice('whsec_'.length), 'base64').toString('hex'),
      new URL(server.url).password,
      settings().WEBHOOK_SECRET_KEY ?? '',
    ];
    expect(linesWith([CANARY, ...secrets], logs)).toEqual([]);
    expect(api.output.length).toBeGreaterThan(100_000);
  });
});
