import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { FaultStage } from '../support/installations/fault-stage.js';
import { CONCURRENCY, LEASE_SECONDS } from '../support/installations/installation.js';
import { noDifference } from '../support/installations/ledgers.js';
import { pause, type Program } from '../support/programs/program.js';
import { RedisServer } from '../support/servers/redis-server.js';
import { StoppablePostgres } from '../support/servers/stoppable-postgres.js';
import { until } from '../../src/testing/until.js';

const MINUTES = 60_000;
const KILLS = Number(process.env.FAULTS_KILLS ?? 10);
const OUTAGE_SECONDS = LEASE_SECONDS + 1;

let postgres: StoppablePostgres;
let redis: RedisServer;

beforeAll(async () => {
  postgres = await StoppablePostgres.start();
  redis = await RedisServer.prepare();
  await redis.start();
});
afterAll(async () => {
  await redis.remove();
  await postgres.remove();
});

/**
 * Whatever happens to processes, nothing is lost; what is sent twice was under way when its process died. Everything
 * happens to two installations at the same time: one has its queue in PostgreSQL, the other one in Redis.
 */
describe('with the queue in PostgreSQL and in Redis, nothing is lost when', () => {
  const stages = new Map<string, FaultStage>();

  beforeAll(async () => {
    const [first, second] = [await postgres.newDatabase(), await postgres.newDatabase()];
    const begun = await Promise.all([
      FaultStage.begin({ databaseUrl: first }),
      FaultStage.begin({ databaseUrl: second, redisUrl: redis.url }),
    ]);
    stages.set('PostgreSQL', begun[0]).set('Redis', begun[1]);
  });
  beforeEach(() => onBoth(({ installation }) => installation.startAll()));
  afterAll(() => onBoth((stage) => stage.end()));

  /** Ends when both have ended, and says which of them failed. */
  const onBoth = async (work: (stage: FaultStage) => Promise<void>): Promise<void> => {
    const ends = await Promise.allSettled([...stages.values()].map(work));
    for (const [index, queue] of [...stages.keys()].entries()) {
      const end = ends[index];
      if (end?.status !== 'rejected') continue;
      const error = end.reason as Error;
      error.message = `With the queue in ${queue}: ${error.message}`;
      throw error;
    }
  };

  /** @param underWay attempts at most that may come twice */
  const expectNothingLost = async (stage: FaultStage, underWay = 0): Promise<void> => {
    const differences = await stage.differences();
    expect(differences).toEqual({ ...noDifference, repeated: expect.any(Number) });
    expect(differences.repeated).toBeLessThanOrEqual(underWay);
  };

  it(
    `the worker is killed ${KILLS} times with attempts under way`,
    () =>
      onBoth(async (stage) => {
        const { installation } = stage;
        let underWay = 0;
        await stage.creatingClients(async () => {
          for (let kill = 0; kill < KILLS; kill += 1) {
            await stage.untilUnderWay(5);
            await installation.endWorker('SIGKILL');
            underWay += await stage.leftUnderWay();
            await installation.startWorker();
          }
        });
        expect(underWay).toBeGreaterThanOrEqual(KILLS);
        expect(underWay).toBeLessThanOrEqual(KILLS * CONCURRENCY);
        await expectNothingLost(stage, underWay);
      }),
    3 * MINUTES,
  );

  it(
    'the API is killed at a random moment of 500 creates at once',
    () =>
      onBoth(async (stage) => {
        const { installation } = stage;
        const before = stage.acknowledged.size;
        const creates = stage.createClients(500);
        await stage.untilAcknowledged(before + 1 + Math.floor(Math.random() * 200));
        await installation.endApi('SIGKILL');
        await creates;
        expect(stage.acknowledged.size).toBeLessThan(before + 500);
        await installation.startApi();
        await expectNothingLost(stage);
      }),
    3 * MINUTES,
  );

  it(
    'everything is killed between the commit and the queue',
    () =>
      onBoth(async (stage) => {
        const { installation } = stage;
        const before = stage.acknowledged.size;
        let underWay = 0;
        let waiting = 0;
        for (const moment of [0, 60, 130]) {
          await stage.createClients(30);
          await pause(moment);
          await installation.killAll();
          underWay += await stage.leftUnderWay();
          waiting += await stage.waiting();
          await installation.startAll();
        }
        expect(stage.acknowledged.size).toBe(before + 90);
        expect(waiting).toBeGreaterThan(0);
        await expectNothingLost(stage, underWay);
      }),
    3 * MINUTES,
  );

  it(
    'API and worker are told to end in mid-burst: nothing comes twice either',
    () =>
      onBoth(async (stage) => {
        const { installation } = stage;
        const creates = stage.createClients(200);
        await stage.untilUnderWay(10);
        expect(await installation.endWorker('SIGTERM')).toBe(0);
        expect((await stage.receiver.counts()).open).toBe(0);
        await installation.startWorker();
        await stage.untilUnderWay(1);
        const more = stage.createClients(100);
        expect(await installation.endApi('SIGTERM')).toBe(0);
        await Promise.all([creates, more]);
        await installation.startApi();
        await expectNothingLost(stage);
      }),
    3 * MINUTES,
  );

  it(
    'a worker freezes for twice its lease: another one takes over, and its late results are dropped',
    () =>
      onBoth(async (stage) => {
        const { installation } = stage;
        const [frozen] = installation.workers as [Program];
        const creates = stage.createClients(60);
        await stage.untilUnderWay(10);
        frozen.signal('SIGSTOP');
        await creates;
        const underWay = await stage.leftUnderWay();
        expect(underWay).toBeGreaterThanOrEqual(10);
        expect(underWay).toBeLessThanOrEqual(CONCURRENCY);
        const began = Date.now();
        await installation.startWorker();
        await stage.untilSettled();
        const endings = await attempts(stage);
        await pause(2 * LEASE_SECONDS * 1000 - (Date.now() - began));
        frozen.signal('SIGCONT');
        await until('the late results are noticed', async () => /came after its lease/.test(frozen.output));
        await pause(1000);
        expect(await attempts(stage)).toEqual(endings);
        // And it works on.
        await stage.createClients(20);
        await expectNothingLost(stage, underWay);
      }),
    3 * MINUTES,
  );

  it(
    `PostgreSQL is stopped immediately for ${OUTAGE_SECONDS} seconds, longer than a lease: nobody has to be started again`,
    async () => {
      const [one, other] = [...stages.values()] as [FaultStage, FaultStage];
      const outage = Promise.all([one.untilUnderWay(5), other.untilUnderWay(5)]).then(async () => {
        await postgres.stopImmediately();
        await pause(OUTAGE_SECONDS * 1000);
        await postgres.startAgain();
      });
      await onBoth(async (stage) => {
        await stage.creatingClients(async () => {
          await outage;
          await stage.untilAcknowledged(stage.acknowledged.size + 20);
        });
        await stage.untilQueueIsUsed();
        await stage.untilSettled();
        // Of attempts that began right before, PostgreSQL may know nothing any more.
        await expectNothingLost(stage, CONCURRENCY);
      });
    },
    3 * MINUTES,
  );

  it('two transactions commit in another order than they wrote their events', () =>
    onBoth(async (stage) => {
      const { installation } = stage;
      const acknowledged = stage.acknowledged.size;
      const { count } = await stage.receiver.counts();
      // Commits of what happens to departments wait here, with their events written.
      await installation.rows(`
      CREATE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_advisory_xact_lock_shared(4711); RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER wait_for_test AFTER INSERT ON outbox_events DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW WHEN (NEW.topic = 'department.created') EXECUTE FUNCTION wait_for_test();`);
      const holder = new Client({ connectionString: installation.databaseUrl });
      await holder.connect();
      await holder.query('SELECT pg_advisory_lock(4711)');
      const late = stage.create('/v1/departments');
      await pause(300);
      await stage.createClients(20);
      await until(
        'the others are delivered',
        async () => (await stage.receiver.counts()).count === count + 60,
      );
      expect(stage.acknowledged.size).toBe(acknowledged + 20);
      await holder.end();
      await late;
      expect(stage.acknowledged.size).toBe(acknowledged + 21);
      const [order] = await installation.rows<{ topic: string }>(
        `SELECT topic FROM (SELECT id, topic FROM outbox_events UNION ALL SELECT id, topic FROM changes) e
         ORDER BY id DESC LIMIT 1 OFFSET 20`,
      );
      expect(order?.topic).toBe('department.created');
      await expectNothingLost(stage);
    }));

  /** Of every delivery, how its attempts ended. */
  const attempts = ({ installation }: FaultStage): Promise<unknown[]> =>
    installation.rows(
      `SELECT d.id, d.state, d.attempts, string_agg(a.outcome, ' ' ORDER BY a.number) AS outcomes
       FROM webhook_deliveries d JOIN webhook_attempts a ON a.webhook_delivery_id = d.id
       GROUP BY d.organization_id, d.id ORDER BY d.id`,
    );
});
