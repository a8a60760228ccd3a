import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { constants, getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Client } from 'pg';
import { MIGRATION_LOCK } from '../../src/platform/database/migrations/migrations.js';
import { ApiClient, type ApiResponse } from '../support/requests/api-client.js';
import { subscribe, type LedgerSubscriber } from '../support/installations/installation.js';
import { LedgerReceiver } from '../support/servers/ledger-receiver.js';
import { compare, noDifference, readableIds } from '../support/installations/ledgers.js';
import { Program } from '../support/programs/program.js';
import { RedisServer } from '../support/servers/redis-server.js';
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.js';
import { TwoAddresses, type SentRequest } from '../support/requests/two-addresses.js';
import { until } from '../../src/testing/until.js';

// Four processes take their time to start on a busy machine.
const PATIENCE_SECONDS = 120;
jest.setTimeout(2 * PATIENCE_SECONDS * 1000);

const LIMIT = 100;
// One organization has half of the slots at most.
const SLOTS = 8;
const OF_ONE_WORKER = SLOTS / 2;

/** Two API processes and two workers, of one PostgreSQL, one Redis and one directory. */
describe('four processes', () => {
  let database: TestDatabase;
  let observer: Client;
  let redis: RedisServer;
  let directory: string;
  let receiver: LedgerReceiver;
  let programs: Program[];
  let workers: Program[];
  let first: ApiClient;
  let second: ApiClient;
  let subscribers: LedgerSubscriber[];
  const acknowledged = new Set<string>();
  let names = 0;

  beforeAll(async () => {
    database = await createTestDatabase();
    observer = new Client({ connectionString: database.url });
    await observer.connect();
    // As an installation finds it that has just been made.
    await observer.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    redis = await RedisServer.prepare();
    await redis.start();
    directory = await mkdtemp(join(tmpdir(), 'planning-scale-out-'));
    receiver = await LedgerReceiver.start();
    const settings = {
      DATABASE_URL: database.url,
      DATABASE_POOL_SIZE: '10',
      REDIS_URL: redis.url,
      DATA_DIRECTORY: directory,
      RATE_LIMIT_REQUESTS: `${LIMIT}`,
      RATE_LIMIT_WINDOW_SECONDS: '3600',
      WEBHOOK_ALLOW_HTTP: 'true',
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
      WEBHOOK_CONCURRENCY: `${SLOTS}`,
      LOG_LEVEL: 'info',
      METRICS_PORT: '0',
    };
    const script = (...words: string[]) => new Program(words, settings);
    workers = [script('dist/worker.js'), script('dist/worker.js')];
    programs = [script('dist/main.js', '--api-only'), script('dist/main.js', '--api-only'), ...workers];
    // Holds them until all have come so far.
    await observer.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
  });
  afterAll(async () => {
    await Promise.all(programs.map((program) => program.kill('SIGKILL')));
    await receiver.stop();
    await redis.remove();
    await observer.end();
    await database.drop();
    await rm(directory, { recursive: true, force: true });
  });

  const count = async (statement: string): Promise<number> =>
    Number((await observer.query<{ count: string }>(statement)).rows[0]?.count);

  it('migrate an empty database at the same moment, and make one organization with one token', async () => {
    const waiting = `SELECT count(*) FROM pg_locks JOIN pg_database d ON d.oid = database
      WHERE d.datname = current_database() AND locktype = 'advisory' AND NOT granted`;
    await until('all four wait for their turn', async () => (await count(waiting)) === 4, PATIENCE_SECONDS);
    expect(await count(`SELECT count(*) FROM pg_tables WHERE schemaname = 'public'`)).toBe(0);
    await observer.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    const [one = '', other = ''] = await Promise.all(
      programs.slice(0, 2).map((program) => program.address()),
    );
    await Promise.all(workers.map((worker) => worker.says(/delivers webhooks/)));

    const files = (await readdir('migrations')).filter((file) => /^\d{13}-.*\.ts$/.test(file));
    expect(await count('SELECT count(*) FROM schema_migrations')).toBe(files.length);
    expect(await count('SELECT count(DISTINCT name) FROM schema_migrations')).toBe(files.length);
    expect(await count('SELECT count(*) FROM organizations')).toBe(1);
    const told = programs.filter(({ output }) => /access token is in/.test(output));
    expect(told).toHaveLength(1);
    const token = await told[0]?.firstToken();
    first = new ApiClient(one, token);
    second = new ApiClient(other, token);
    expect((await second.get('/v1/me')).body).toEqual((await first.get('/v1/me')).body);
  });

  it('give way where they deliver, with every thread, and not where they answer', async () => {
    const prioritiesOf = async ({ pid }: Program): Promise<Set<number>> => {
      const threads = existsSync(`/proc/${pid}/task`) ? await readdir(`/proc/${pid}/task`) : [pid];
      return new Set(threads.map((thread) => getPriority(Number(thread))));
    };
    const low = new Set([constants.priority.PRIORITY_LOW]);
    expect(await Promise.all(workers.map(prioritiesOf))).toEqual([low, low]);
    expect(await prioritiesOf(programs[0] as Program)).toEqual(new Set([getPriority()]));
  });

  it('make one key of the secrets of webhooks, also when two need it at the same moment', async () => {
    const [one = [], other = []] = await Promise.all([
      subscribe(first, receiver, ['/first'], { delay: 100 }),
      subscribe(second, receiver, ['/second'], { delay: 100 }),
    ]);
    subscribers = [...one, ...other];
    expect((await readdir(directory)).sort()).toEqual([
      'first-sign-in-link',
      'first-token',
      'webhook-secret.key',
    ]);
    expect(await count(`SELECT count(DISTINCT split_part(secret, '.', 2)) FROM webhook_subscribers`)).toBe(1);
  });

  /** A token of another user, who has requests of his own. */
  const newToken = async (): Promise<string> => {
    const { token } = await first.create<{ id: string; token: string }>('/v1/access-tokens', {
      name: 'Scale-out',
      email_address: `user${(names += 1)}@example.com`,
      scopes: ['write'],
    });
    return token;
  };

  const newUsers = async (): Promise<TwoAddresses> =>
    new TwoAddresses([first.url, second.url], await Promise.all(Array.from({ length: 16 }, newToken)));

  it('let a user make as many requests as the limit allows, and not one more', async () => {
    const token = await newToken();
    const lanes = [first, second, first, second].map(({ url }) => new ApiClient(url, token));
    const answers = (await Promise.all(lanes.map((api) => answersOf(api, LIMIT / 2)))).flat();
    const left = answers
      .filter(({ status }) => status === 200)
      .map(({ headers }) => /^"user";r=(\d+)/.exec(headers.get('RateLimit') ?? '')?.[1]);
    const refused = answers.filter(({ status }) => status === 429).length;
    expect(new Set(left).size).toBe(left.length);
    expect({ passed: left.length, refused }).toEqual({ passed: LIMIT, refused: LIMIT });
  });

  const answersOf = async (api: ApiClient, requests: number): Promise<ApiResponse[]> => {
    const answers: ApiResponse[] = [];
    while (answers.length < requests) answers.push(await api.get('/v1/me'));
    return answers;
  };

  it('refuse a token as soon as one of them has revoked it, though all have it in memory', async () => {
    const { id, token } = await first.create<{ id: string; token: string }>('/v1/access-tokens', {
      name: 'Leaked',
      email_address: 'leaked@example.com',
      scopes: ['read'],
    });
    const statuses = () =>
      Promise.all(
        [first, second].map(async ({ url }) => (await new ApiClient(url, token).get('/v1/me')).status),
      );
    expect(await statuses()).toEqual([200, 200]);
    expect((await second.delete(`/v1/access-tokens/${id}`)).status).toBe(204);
    // Without the news it would be known for ten seconds.
    await until('both refuse it', async () => String(await statuses()) === '401,401', 5);
  });

  it('deliver together: more at once than one of them may, a share each, and nothing twice', async () => {
    const client = await newUsers();
    const creates = Array.from({ length: 100 }, () =>
      client.create('/v1/clients', { name: `Client ${(names += 1)}` }),
    );
    await Promise.all(creates);
    expect(client.failed).toEqual([]);
    for (const id of client.acknowledged) acknowledged.add(id);
    await until('both have attempts under way', async () => (await receiver.counts()).open > OF_ONE_WORKER);
    await untilDelivered();
    const made = await Promise.all(workers.map(attempts));
    expect(made.reduce((sum, share) => sum + share, 0)).toBe(2 * acknowledged.size);
    expect(Math.min(...made)).toBeGreaterThan(acknowledged.size / 10);
    await expectNothingLost();
  });

  it('fail, when an API is killed under load, no request but those that it held', async () => {
    const [killed] = programs as [Program];
    const client = await newUsers();
    let isOver = false;
    const lanes = Array.from({ length: 16 }, async () => {
      while (!isOver) await client.create('/v1/clients', { name: `Under load ${(names += 1)}` });
    });
    const untilAcknowledged = (more: number) => {
      const wanted = client.acknowledged.length + more;
      return until(
        `${more} more are acknowledged`,
        () => client.acknowledged.length >= wanted,
        PATIENCE_SECONDS,
      );
    };
    await untilAcknowledged(100);
    await until('it has requests under way', () => client.underWayAt(first.url) >= 4);
    const atKill = Date.now();
    await killed.kill('SIGKILL');
    const atEnd = Date.now();
    await untilAcknowledged(100);
    isOver = true;
    await Promise.all(lanes);

    const wasHeld = ({ url, began, ended }: SentRequest) =>
      url === first.url && began <= atEnd && ended >= atKill;
    expect(client.failed.filter((request) => !wasHeld(request))).toEqual([]);
    for (const id of client.acknowledged) acknowledged.add(id);
    await untilDelivered();
    await expectNothingLost();
  });

  const untilDelivered = () =>
    until(
      'everything is delivered',
      async () =>
        (await count(`SELECT (SELECT count(*) FROM outbox_events)
          + (SELECT count(*) FROM webhook_deliveries WHERE state <> 'delivered') AS count`)) === 0,
      PATIENCE_SECONDS,
    );

  /** What is acknowledged is there, and each event of it has come to each subscriber once. */
  const expectNothingLost = async (): Promise<void> => {
    const readable = new Set(await readableIds(second, '/v1/clients'));
    const receipts = await receiver.received();
    expect(await compare({ acknowledged, readable, receipts, subscribers })).toEqual(noDifference);
  };

  /** How many attempts a worker has made. */
  const attempts = async (worker: Program): Promise<number> => {
    const [, port] = await worker.says(/Metrics at port (\d+)/);
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    return Number(/^webhook_attempts_total\{outcome="succeeded"\} (\d+)$/m.exec(metrics)?.[1]);
  };
});
