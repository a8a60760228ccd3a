import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { InstallationService } from '../../src/contexts/organization/index.js';
import { newToken as randomToken } from '../../src/contexts/organization/credentials/token-format.js';
import { MemoryWindowStorage } from '../../src/platform/http/rate-limit/memory-window.storage.js';
import { newId } from '../../src/platform/values/index.js';
import { ApiClient } from '../support/requests/api-client.js';
import { freePort } from '../support/servers/free-port.js';
import { pause } from '../support/programs/program.js';
import { createTestApplication, type TestApplication } from '../support/application/test-application.js';
import { until } from '../../src/testing/until.js';

const LIMIT = 20;
const ORGANIZATION_LIMIT = 150;
const ADDRESS_LIMIT = 40;
/** As long as Redis may be silent. */
const BUSY_MS = 300;
/** Long enough for all requests of a test on a busy machine. */
const WINDOW_SECONDS = 10;

/** Two processes that share their counters through a real Redis. */
describe('the rate limit with Redis', () => {
  let directory: string;
  let port: number;
  let redis: ChildProcess;
  let first: TestApplication;
  let second: TestApplication;

  const startRedis = async (): Promise<void> => {
    redis = spawn('redis-server', [
      '--port',
      `${port}`,
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--dir',
      directory,
    ]);
    for await (const line of redis.stdout as AsyncIterable<Buffer>) {
      if (line.toString().includes('Ready to accept connections')) break;
    }
    redis.stdout?.resume();
  };

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'planning-redis-'));
    port = await freePort();
    await startRedis();
    const settings = {
      REDIS_URL: `redis://127.0.0.1:${port}`,
      RATE_LIMIT_REQUESTS: `${LIMIT}`,
      RATE_LIMIT_ORGANIZATION_REQUESTS: `${ORGANIZATION_LIMIT}`,
      RATE_LIMIT_UNAUTHENTICATED_REQUESTS: `${ADDRESS_LIMIT}`,
      RATE_LIMIT_WINDOW_SECONDS: `${WINDOW_SECONDS}`,
    };
    first = await createTestApplication({ settings });
    second = await createTestApplication({ settings, databaseUrl: first.databaseUrl });
    await untilShared();
  });
  afterAll(async () => {
    await second.close();
    await first.close();
    redis.kill('SIGKILL');
    await rm(directory, { recursive: true, force: true });
  });

  /** @param n even: to the second process, odd: to the first */
  const apiOf = (token: string, n: number) => new ApiClient((n % 2 ? first : second).url, token);
  const passes = async (token: string, n: number): Promise<boolean> =>
    (await apiOf(token, n).get('/v1/me')).status === 200;

  /** How many of the requests got through, sent to both processes at once. */
  const passing = async (token: string, requests: number): Promise<number> => {
    const passed = await Promise.all(Array.from({ length: requests }, (_, n) => passes(token, n)));
    return passed.filter(Boolean).length;
  };

  const newToken = async (name: string) => (await first.organization(name)).token;

  const secondsLeft = async (token: string): Promise<number> =>
    Number((await new ApiClient(first.url, token).get('/v1/me')).headers.get('Retry-After'));

  /** Both hold their connection to Redis: what passes one counts for the other. */
  const untilShared = () =>
    until('the limit is shared', async () => (await passing(await newToken(newId()), 3 * LIMIT)) === LIMIT);

  it('is exact over two processes, and begins anew after its window', async () => {
    const token = await newToken(newId());
    expect(await passing(token, 3 * LIMIT)).toBe(LIMIT);
    await pause((await secondsLeft(token)) * 1000);
    expect(await passing(token, LIMIT)).toBe(LIMIT);
  });

  it('is exact for bursts of requests also while the processes are too busy to hear Redis in time', async () => {
    const countedAlone = jest.spyOn(MemoryWindowStorage.prototype, 'count');
    const busy = setInterval(() => stayBusy(BUSY_MS), 2 * BUSY_MS);
    for (let burst = 0; burst < 3; burst += 1) {
      const token = await newToken(newId());
      const passed = await Promise.all(Array.from({ length: 5 * LIMIT }, (_, n) => passes(token, n)));
      expect(passed.filter(Boolean)).toHaveLength(LIMIT);
    }
    clearInterval(busy);
    expect(countedAlone).not.toHaveBeenCalled();
  });

  it('is one for an organization too, whoever of it asks whichever process', async () => {
    const tokens = await Promise.all(
      Array.from({ length: 12 }, (_, user) =>
        first
          .get(InstallationService)
          .createToken({ organization: 'Shared', email: `user${user}@example.com`, scopes: ['read'] }),
      ),
    );
    const all = tokens.flatMap(({ token }) => Array.from({ length: LIMIT }, (_, n) => passes(token, n)));
    expect((await Promise.all(all)).filter(Boolean)).toHaveLength(ORGANIZATION_LIMIT);
  });

  it('counts the rest of a batch for both processes, or none of it where the user or the organization has no room', async () => {
    const batch = async (token: string, n: number) => {
      const operations = Array.from({ length: 51 }, () => ({ method: 'DELETE', path: '/v1/nothing' }));
      const { status, headers } = await apiOf(token, n).post('/v1/batch', { mode: 'atomic', operations });
      const left = /"user";r=(\d+);.*"organization";r=(\d+);/.exec(headers.get('RateLimit') ?? '');
      return [status, ...(left?.slice(1).map(Number) ?? [])];
    };
    const token = await newToken(newId());
    expect(await batch(token, 0)).toEqual([404, LIMIT - 2, ORGANIZATION_LIMIT - 2]);
    expect(await batch(token, 1)).toEqual([404, LIMIT - 4, ORGANIZATION_LIMIT - 4]);
    const atOnce = await Promise.all(Array.from({ length: 6 }, (_, n) => batch(token, n)));
    expect(atOnce.map(([status]) => status)).toEqual(Array(6).fill(404));
    expect(await passing(token, 3)).toBe(3);
    expect(await batch(token, 0)).toEqual([429, 0, ORGANIZATION_LIMIT - LIMIT]);
    expect(await passing(token, 2)).toBe(0);

    const name = newId();
    const tokens = await Promise.all(
      Array.from({ length: 8 }, (_, user) =>
        first
          .get(InstallationService)
          .createToken({ organization: name, email: `user${user}@example.com`, scopes: ['admin'] }),
      ),
    );
    const used = tokens.map(({ token: one }, user) =>
      passing(one, user < 7 ? LIMIT : ORGANIZATION_LIMIT - 7 * LIMIT - 1),
    );
    await Promise.all(used);
    expect(await batch(tokens[7]?.token ?? '', 1)).toEqual([429, LIMIT - 10, 0]);
  });

  it('of an address is one too, and valid tokens use up nothing of it', async () => {
    const anonymous = async (n: number) => apiOf(randomToken(), n).get('/v1/me');
    const left = async () => Number(/r=(\d+)/.exec((await anonymous(0)).headers.get('RateLimit') ?? '')?.[1]);
    await pause(WINDOW_SECONDS * 1000);
    const before = await left();
    for (let n = 0; n < 4; n += 1) expect(await passes(await newToken(newId()), n)).toBe(true);
    const answers = await Promise.all(Array.from({ length: 2 * ADDRESS_LIMIT }, (_, n) => anonymous(n)));
    expect(before).toBe(ADDRESS_LIMIT - 1);
    expect(answers.filter(({ status }) => status === 401).length).toBe(before);
  });

  it('is kept by each process alone while Redis is away, never open, and shared again when it is back', async () => {
    redis.kill('SIGKILL');
    await once(redis, 'exit');
    const alone = await newToken('Alone');
    expect(await passing(alone, 4 * LIMIT)).toBe(2 * LIMIT);
    await startRedis();
    await untilShared();
  });

  it('slows no request down while Redis hangs, but for those that find it out', async () => {
    const token = await newToken('Hanging');
    const timeOf = async (user: typeof token): Promise<number> => {
      const began = performance.now();
      for (let sent = 0; sent < LIMIT; sent += 1) await passes(user, sent);
      return performance.now() - began;
    };
    const usual = await timeOf(await newToken('Not hanging'));
    redis.kill('SIGSTOP');
    await Promise.all([passes(token, 0), passes(token, 1)]);
    // Each of them would have waited for a quarter of a second.
    expect(await timeOf(token)).toBeLessThan(usual + (LIMIT * 250) / 2);
    expect(await passing(token, 2 * LIMIT)).toBeLessThan(LIMIT);
    redis.kill('SIGCONT');
    await untilShared();
  });
});

function stayBusy(milliseconds: number): void {
  for (const end = performance.now() + milliseconds; performance.now() < end;);
}
