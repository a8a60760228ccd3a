import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DatabaseDetour } from '../support/servers/database-detour.js';
import { noDifference } from '../support/installations/ledgers.js';
import { slackNow } from '../support/programs/machine-load.js';
import { pause } from '../support/programs/program.js';
import { RedisServer } from '../support/servers/redis-server.js';
import { RestartStage } from '../support/installations/restart-stage.js';
import { StoppablePostgres } from '../support/servers/stoppable-postgres.js';

const MINUTES = 60_000;
const RESTARTS = Number(process.env.RESTARTS ?? 3);
const READY_WITHIN_MS = 2000;

type Outage = () => Promise<void>;

/** Every kind of process lives through every kind of end of PostgreSQL, with its queue there and in Redis. */
describe(`when PostgreSQL goes and comes back ${RESTARTS} times`, () => {
  let postgres: StoppablePostgres;
  let redis: RedisServer;
  const detours: DatabaseDetour[] = [];
  const stages = new Map<string, RestartStage>();

  beforeAll(async () => {
    postgres = await StoppablePostgres.start();
    redis = await RedisServer.prepare();
    await redis.start();
    for (const [name, redisUrl] of [
      ['PostgreSQL', undefined],
      ['Redis', redis.url],
    ] as const) {
      const databaseUrl = await postgres.newDatabase();
      const detour = await DatabaseDetour.open(databaseUrl);
      detours.push(detour);
      stages.set(name, await RestartStage.begin(databaseUrl, detour.url, redisUrl));
    }
  }, 5 * MINUTES);
  afterAll(async () => {
    await Promise.all([...stages.values()].map((stage) => stage.end()));
    for (const detour of detours) detour.close();
    await redis.remove();
    await postgres.remove();
  }, 5 * MINUTES);

  const restarted =
    (stop: () => Promise<void>): Outage =>
    async () => {
      await stop();
      await postgres.startAgain();
    };
  const cutOff =
    (state: 'reset' | 'silent', milliseconds: number): Outage =>
    async () => {
      for (const detour of detours) detour.become(state);
      await pause(milliseconds);
      for (const detour of detours) detour.become('open');
    };
  const outages: readonly [string, Outage][] = [
    ['by a fast restart', restarted(() => postgres.stopFast())],
    ['by an immediate restart', restarted(() => postgres.stopImmediately())],
    ['by a smart stop that is cut short by a kill', restarted(() => postgres.stopSmartlyAndKill())],
    ['because every session is terminated', () => postgres.terminateAll()],
    ['because connections are reset on the way', cutOff('reset', 200)],
    ['because connections are swallowed on the way', cutOff('silent', 3000)],
  ];

  it.each(outages)(
    '%s, no process dies, and each is ready within two seconds',
    async (kind, outage) => {
      const before = [...stages.values()].map(({ readyAfter }) => readyAfter.length);
      const slackBefore = await slackNow();
      for (let restart = 0; restart < RESTARTS; restart += 1) {
        await pause(Math.random() * 300);
        await outage();
        await Promise.all([...stages.values()].map((stage) => stage.untilReady()));
        for (const [name, { deaths }] of stages) expect({ name, deaths }).toEqual({ name, deaths: [] });
      }
      const figures = [...stages].map(([name, { readyAfter }], index) => {
        const slowest = Math.max(...readyAfter.slice(before[index]));
        return { name, slowest };
      });
      const limit = READY_WITHIN_MS * Math.max(slackBefore, await slackNow());
      process.stderr.write(
        `${RESTARTS} times ${kind}: 0 deaths, ready after ${figures.map(({ name, slowest }) => `${Math.round(slowest)} ms (queue in ${name})`).join(', ')} at most, of ${Math.round(limit)} ms\n`,
      );
      for (const { slowest } of figures) expect(slowest).toBeLessThan(limit);
    },
    RESTARTS * MINUTES,
  );

  it(
    'every write that was acknowledged is there, its event has arrived, and every other one was put off',
    async () => {
      for (const [name, stage] of stages) {
        expect({ name, unexpected: stage.unexpected }).toEqual({ name, unexpected: [] });
        expect(await stage.differences()).toEqual({ ...noDifference, repeated: expect.any(Number) });
        expect(stage.acknowledged).toBeGreaterThan(RESTARTS * outages.length);
      }
    },
    3 * MINUTES,
  );
});
