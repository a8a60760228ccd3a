import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Get, Module, Put } from '@nestjs/common';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import type { ApiResponse, ApiClient } from '../../support/requests/api-client.js';
import { Database, UnitOfWork } from '../../../src/platform/database/index.js';
import { Public } from '../../../src/platform/http/index.js';
import { PASSWORD, TestBrowser } from '../../support/requests/test-browser.js';
import { DatabaseDetour } from '../../support/servers/database-detour.js';
import { limitFor } from '../../support/programs/machine-load.js';
import { pause } from '../../support/programs/program.js';
import { createTestApplication, type TestApplication } from '../../support/application/test-application.js';
import { ApiClient as PlainClient } from '../../../src/testing/api-client.js';
import { until } from '../../../src/testing/until.js';

@Public()
@Controller('found')
class FoundController {
  constructor(private readonly source: DataSource) {}

  @Get()
  async find(): Promise<void> {
    await this.source.query('SELECT 1 AS one');
  }

  @Put()
  async change(): Promise<void> {
    await this.source.query('SELECT 2 AS two');
  }
}

@Module({ controllers: [FoundController] })
class FoundModule {}

const seconds = (began: number): number => (performance.now() - began) / 1000;

describe('without an answer of PostgreSQL', () => {
  let owner: TestApplication;
  let application: TestApplication;
  let detour: DatabaseDetour & { url: string };
  let api: ApiClient;

  beforeAll(async () => {
    owner = await createTestApplication();
    detour = await DatabaseDetour.open(owner.databaseUrl);
    application = await createTestApplication({ databaseUrl: detour.url, modules: [FoundModule] });
    ({ api } = application);
  });
  afterEach(async () => {
    detour.become('open');
    await until('it works again', async () => (await api.get('/v1/me')).status === 200);
  });
  afterAll(async () => {
    await application.close();
    detour.close();
    await owner.close();
  });

  const expectPutOff = ({ status, body, headers }: ApiResponse): void => {
    expect([status, body.code]).toEqual([503, 'server.database_unavailable']);
    expect(body).toMatchObject({
      type: 'https://www.rfc-editor.org/rfc/rfc9110#section-15.6.4',
      title: 'Service Unavailable',
      status: 503,
      request_id: headers.get('x-request-id'),
    });
    expect(headers.get('retry-after')).toMatch(/^[1-9]\d?$/);
    expect(JSON.stringify(body)).not.toMatch(/127\.0\.0\.1|ECONN|select|postgres/i);
  };

  it.each(['cut', 'reset'] as const)(
    'reads, writes and the check of a token are put off at once when connections are %s (server.database_unavailable)',
    async (state) => {
      await api.get('/v1/clients');
      detour.become(state);
      const began = performance.now();
      const answers = await Promise.all([
        api.get('/v1/clients'),
        api.get(`/v1/projects/${application.organizationId}`),
        api.post('/v1/departments', { name: 'Sales' }),
        api.patch('/v1/organization', { name: 'Another name' }),
        api.delete(`/v1/tags/${application.organizationId}`),
      ]);
      const putOffAfter = seconds(began);
      expect(putOffAfter).toBeLessThan(await limitFor(putOffAfter, 1.5));
      for (const answer of answers) expectPutOff(answer);
      detour.become('open');
      expect((await api.get('/v1/departments?terms=sales')).body).toMatchObject({ total: 0 });
    },
  );

  it('what TypeORM asks outside of a unit of work is put off too, such as by who signs in', async () => {
    const undescribed = new PlainClient(application.url);
    const found = (method: string) => undescribed.send(method, '/found');
    expect([(await found('GET')).status, (await found('PUT')).status]).toEqual([200, 200]);
    detour.become('reset');
    const account = { organization: 'Acme', email_address: 'ada@example.com', password: PASSWORD };
    const signIn = await new TestBrowser(application.url).post('/app/session', account);
    expect([signIn.status, signIn.body.code]).toEqual([503, 'server.database_unavailable']);
    const read = await found('GET');
    for (const answer of [read, await found('PUT')]) expectPutOff(answer);
    expect(read.body.detail).toContain('nothing was changed');
  });

  it('a request with a token that nobody knows is put off too, not refused', async () => {
    detour.become('cut');
    const { organization } = owner;
    const { api: unknown } = await organization('Unknown');
    expectPutOff(await application.api.get('/v1/me'));
    const answer = await fetch(`${application.url}/v1/me`, {
      headers: { 'X-API-KEY': unknown.token ?? '' },
    });
    expect(answer.status).toBe(503);
  });

  it('requests are put off within seconds when connections are cut without a word, and work within two when they are not', async () => {
    await Promise.all(Array.from({ length: 8 }, () => api.get('/v1/clients')));
    detour.become('silent');
    const began = performance.now();
    const answers = await Promise.all(Array.from({ length: 30 }, () => api.get('/v1/clients')));
    const putOffAfter = seconds(began);
    expect(putOffAfter).toBeLessThan(await limitFor(putOffAfter, 6));
    for (const answer of answers) expectPutOff(answer);
    detour.become('open');
    const opened = performance.now();
    await until('it works again', async () => (await api.get('/v1/clients')).status === 200);
    const worksAfter = seconds(opened);
    expect(worksAfter).toBeLessThan(await limitFor(worksAfter, 2));
  });

  it('connections that were cut while nobody used them hold up nobody for long', async () => {
    await Promise.all(Array.from({ length: 8 }, () => api.get('/v1/clients')));
    detour.become('silent');
    detour.become('open');
    const began = performance.now();
    const answers = await Promise.all(Array.from({ length: 8 }, () => api.get('/v1/clients')));
    const tookSeconds = seconds(began);
    expect(tookSeconds).toBeLessThan(await limitFor(tookSeconds, 4));
    expect(answers.map(({ status }) => status).filter((status) => ![200, 503].includes(status))).toEqual([]);
    expect((await api.get('/v1/clients')).status).toBe(200);
  });

  it('a change whose commit was not answered may be there, and the refusal says so', async () => {
    // A new connection, which tells PostgreSQL the text of each statement.
    detour.become('reset');
    detour.become('open');
    await until('it works again', async () => (await api.get('/v1/clients')).status === 200);
    detour.becomeUpon('COMMIT', 'mute');
    const answer = await api.post('/v1/clients', { name: 'Perhaps' });
    expectPutOff(answer);
    expect(answer.body.detail).toMatch(/not known whether a change was made/);
    expect((await owner.api.get('/v1/clients?terms=perhaps')).body).toMatchObject({ total: 1 });
  });

  it('a statement that takes long is waited for', async () => {
    const statement = `SELECT 'long' AS slept FROM pg_sleep(3.5)`;
    expect(await application.database.query<unknown>(statement)).toEqual([{ slept: 'long' }]);
  });
});

describe('what one organization has locked', () => {
  let application: TestApplication;
  let holder: Client;

  beforeAll(async () => {
    application = await createTestApplication();
    holder = new Client({ connectionString: application.databaseUrl });
    await holder.connect();
  });
  afterAll(async () => {
    await holder.end();
    await application.close();
  });

  it('makes its own writes wait for 5 seconds (server.lock_timeout), and holds up neither another organization nor readiness', async () => {
    const { api } = application;
    const other = await application.organization('Other organization');
    const client = await api.create('/v1/clients', { name: 'Locked' });
    await other.api.create('/v1/clients', { name: 'Free' });
    await holder.query('BEGIN');
    await holder.query('SELECT 1 FROM clients WHERE id = $1 FOR UPDATE', [client.id]);

    const codes = new Map<unknown, number>();
    const reads = new Map<number, number>();
    const readiness = new Set<number>();
    const count = <Key>(counts: Map<Key, number>, key: Key): void =>
      void counts.set(key, (counts.get(key) ?? 0) + 1);
    // Each reader one after the other: a machine that has other things to do makes no queue of them.
    const took: number[] = [];
    let isOver = false;
    const reading = Array.from({ length: 5 }, async () => {
      for (let n = 0; !isOver; n += 1) {
        if (n % 10 === 0) readiness.add((await fetch(`${application.url}/health/ready`)).status);
        const began = performance.now();
        count(reads, (await other.api.get('/v1/clients')).status);
        took.push(seconds(began));
        await pause(20);
      }
    });
    const writes = Array.from({ length: 50 }, async (_, index) => {
      const began = performance.now();
      const answer = await api.patch(`/v1/clients/${client.id}`, { name: `Locked ${index}` });
      expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([503, true]);
      count(codes, answer.body.code);
      const limit = answer.body.code === 'server.lock_timeout' ? 5 : 2;
      return Math.abs(seconds(began) - limit);
    });
    const differences = await Promise.all(writes).finally(() => (isOver = true));
    await Promise.all(reading);
    await holder.query('ROLLBACK');
    const difference = Math.max(...differences);
    expect(difference).toBeLessThan(await limitFor(difference, 3));
    expect([...reads.keys()]).toEqual([200]);
    expect([...readiness]).toEqual([200]);
    const longest = Math.max(...took);
    expect(longest).toBeLessThan(await limitFor(longest, 1));
    expect(took.length).toBeGreaterThan(200);
    // Half of the connections waited for the lock, the others for one of these.
    expect(Object.fromEntries(codes)).toEqual({
      'server.lock_timeout': 10,
      'server.database_unavailable': 40,
    });
    expect((await api.patch(`/v1/clients/${client.id}`, { name: 'Free again' })).status).toBe(200);
  });

  it('makes work in the background wait for as long as it takes, where a request does not', async () => {
    const hasty = await createTestApplication({
      databaseUrl: application.databaseUrl,
      settings: { DATABASE_LOCK_TIMEOUT_MS: '300' },
    });
    const client = await application.api.create('/v1/clients', { name: 'Locked again' });
    await holder.query('BEGIN');
    await holder.query('SELECT 1 FROM clients WHERE id = $1 FOR UPDATE', [client.id]);
    const work = hasty.get(UnitOfWork).run(() => hasty.get(Database).rows('UPDATE clients SET name = name'));
    const answer = await hasty.api.patch(`/v1/clients/${client.id}`, { name: 'Mine' });
    expect(answer.body.code).toBe('server.lock_timeout');
    await pause(1500);
    await holder.query('ROLLBACK');
    expect(await work).toEqual([]);
    await hasty.close();
  });
});
