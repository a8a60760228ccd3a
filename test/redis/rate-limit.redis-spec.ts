import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { FixedWindowStorage } from '../../src/platform/http/rate-limit/fixed-window.storage.js';
import { newId } from '../../src/platform/values/index.js';
import { ApiClient } from '../support/api-client.js';
import { freePort } from '../support/free-port.js';
import { pause } from '../support/program.js';
import { createTestApplication, type TestApplication } from '../support/test-application.js';
import { until } from '../support/until.js';

const LIMIT = 20;
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

  /** How many of the requests got through, sent to both processes, ten at once: Redis has to answer soon. */
  const passing = async (token: string, requests: number): Promise<number> => {
    let passed = 0;
    for (let sent = 0; sent < requests; sent += 10) {
      const some = Array.from({ length: 10 }, (_, index) =>
        new ApiClient((index % 2 ? first : second).url, token).get('/v1/me'),
      );
      passed += (await Promise.all(some)).filter(({ status }) => status === 200).length;
    }
    return passed;
  };

  const newToken = async (name: string) => (await first.organization(name)).token;

  const secondsLeft = async (token: string): Promise<number> =>
    Number((await new ApiClient(first.url, token).get('/v1/me')).headers.get('Retry-After'));

  /** Both hold their connection to Redis: what passes one counts for the other. */
  const untilShared = () =>
    until('the limit is shared', async () => (await passing(await newToken(newId()), 3 * LIMIT)) === LIMIT);

  it('is exact over two processes, and begins anew after its window', async () => {
    const countedAlone = jest.spyOn(FixedWindowStorage.prototype, 'increment');
    // On a busy machine Redis may answer too late, and then a process counts alone.
    await until('Redis counts every request', async () => {
      countedAlone.mockClear();
      const token = await newToken(newId());
      const before = await passing(token, 3 * LIMIT);
      await pause((await secondsLeft(token)) * 1000);
      const after = await passing(token, LIMIT);
      if (countedAlone.mock.calls.length > 0) return false;
      expect([before, after]).toEqual([LIMIT, LIMIT]);
      return true;
    });
  });

  it('is kept by each process alone while Redis is away, never open, and shared again when it is back', async () => {
    redis.kill('SIGKILL');
    await once(redis, 'exit');
    const alone = await newToken('Alone');
    expect(await passing(alone, 4 * LIMIT)).toBe(2 * LIMIT);
    await startRedis();
    await untilShared();
  });

  it('slows no request down while Redis hangs', async () => {
    redis.kill('SIGSTOP');
    const token = await newToken('Hanging');
    const started = Date.now();
    expect((await new ApiClient(first.url, token).get('/v1/me')).status).toBe(200);
    expect(Date.now() - started).toBeLessThan(5000);
    redis.kill('SIGCONT');
  });
});
