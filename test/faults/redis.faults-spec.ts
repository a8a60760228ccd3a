import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { FaultStage } from '../support/installations/fault-stage.js';
import { noDifference } from '../support/installations/ledgers.js';
import { pause } from '../support/programs/program.js';
import { RedisServer } from '../support/servers/redis-server.js';
import { StoppablePostgres } from '../support/servers/stoppable-postgres.js';
import { until } from '../../src/testing/until.js';

const MINUTES = 60_000;

// Longer than the six seconds after which older versions of the queue never consumed again.
const OUTAGE_SECONDS = 8;

const SLOWEST_REQUEST_MS = 3000;

/** Redis is a doorbell: whatever happens to it, no request fails, nothing is lost, and nothing comes twice. */
describe('nothing is lost or doubled, and no request fails, when Redis is', () => {
  let postgres: StoppablePostgres;
  let server: RedisServer;
  let stage: FaultStage;

  beforeAll(async () => {
    postgres = await StoppablePostgres.start();
    server = await RedisServer.prepare();
    stage = await FaultStage.begin({ databaseUrl: await postgres.newDatabase(), redisUrl: server.url });
    await stage.installation.startAll();
  });
  beforeEach(() => stage.count());
  afterAll(async () => {
    await stage.end();
    await server.remove();
    await postgres.remove();
  });

  const expectAllOnce = async (): Promise<void> => {
    expect(await stage.differences()).toEqual(noDifference);
    expect(stage.refused).toBe(0);
    expect(stage.slowest).toBeLessThan(SLOWEST_REQUEST_MS);
  };

  /** How often the worker has noticed that Redis is away. */
  const outages = (): number =>
    stage.installation.workers[0]?.output.match(/The queue is away/g)?.length ?? 0;

  const withRedis = async (work: (redis: Redis) => Promise<unknown>): Promise<void> => {
    const redis = new Redis(server.url);
    await work(redis);
    await redis.quit();
  };

  it(
    'absent when everything starts',
    async () => {
      await stage.createClients(50);
      await expectAllOnce();
      await server.start();
      await stage.untilQueueIsUsed();
      await stage.installation.workers[0]?.says(/The queue is back/);
      // Alone, as so far, a worker puts nothing into the queue.
      await stage.installation.startWorker();
    },
    MINUTES,
  );

  it(
    `killed in mid-burst, away for ${OUTAGE_SECONDS} seconds, and back without what it knew`,
    async () => {
      await stage.creatingClients(async () => {
        await stage.untilUnderWay(5);
        const before = outages();
        await server.kill();
        await pause(OUTAGE_SECONDS * 1000);
        expect(outages()).toBe(before + 1);
        await server.start();
        await stage.untilQueueIsUsed();
      });
      await expectAllOnce();
    },
    MINUTES,
  );

  it(
    'flushed in mid-burst, three times',
    async () => {
      await stage.creatingClients(async () => {
        for (let flush = 0; flush < 3; flush += 1) {
          await stage.untilUnderWay(5);
          await withRedis((redis) => redis.flushall());
          await pause(1000);
        }
      });
      await expectAllOnce();
      await stage.untilQueueIsUsed();
    },
    MINUTES,
  );

  it(
    'full, and refuses to forget anything',
    async () => {
      await stage.creatingClients(async () => {
        await stage.untilUnderWay(5);
        const before = outages();
        await withRedis((redis) => redis.config('SET', 'maxmemory', '1', 'maxmemory-policy', 'noeviction'));
        await until('it is noticed', async () => outages() > before);
        await pause(3000);
        await withRedis((redis) => redis.config('SET', 'maxmemory', '0'));
        await stage.untilQueueIsUsed();
      });
      await expectAllOnce();
    },
    MINUTES,
  );

  it(
    'silent without being gone',
    async () => {
      await stage.creatingClients(async () => {
        await stage.untilUnderWay(5);
        const before = outages();
        server.signal('SIGSTOP');
        await until('it is noticed', async () => outages() > before);
        await pause(3000);
        server.signal('SIGCONT');
        await stage.untilQueueIsUsed();
      });
      await expectAllOnce();
    },
    MINUTES,
  );
});
