import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { slackNow } from '../support/programs/machine-load.js';
import { pause } from '../support/programs/program.js';
import { RedisServer } from '../support/servers/redis-server.js';
import { createTestApplication, type TestApplication } from '../support/application/test-application.js';
import { until } from '../../src/testing/until.js';
import { WebhookReceiver } from '../support/servers/webhook-receiver.js';
import { WebhookWorld, webhookSettings } from '../support/application/webhook-world.js';

/** Two processes that deliver through one Redis, to which everything happens that may happen to it. */
describe('the queue of webhooks in Redis', () => {
  let server: RedisServer;
  let first: TestApplication;
  let second: TestApplication;
  let receiver: WebhookReceiver;
  let webhooks: WebhookWorld;
  let delivered = 0;

  beforeAll(async () => {
    server = await RedisServer.prepare();
    receiver = await new WebhookReceiver().start();
    // Slow enough that every outage falls into a burst.
    receiver.answers(async (_, response) => {
      await pause(20);
      response.end();
    });
    const settings = { ...webhookSettings, REDIS_URL: server.url };
    first = await createTestApplication({ settings, delivers: true });
    second = await createTestApplication({ settings, delivers: true, databaseUrl: first.databaseUrl });
    webhooks = new WebhookWorld(first);
    for (let index = 0; index < 10; index += 1) await webhooks.subscriber(receiver.url(`/${index}`));
  });
  beforeEach(() => {
    receiver.received.length = 0;
  });
  afterAll(async () => {
    await second.close();
    await first.close();
    await receiver.stop();
    await server.remove();
  });

  const untilAllArrived = async (events: number): Promise<void> => {
    delivered += events * 10;
    await webhooks.until({ delivered }, 40);
    await pause(200);
    for (let index = 0; index < 10; index += 1) {
      const counts = receiver.countsAt(`/${index}`);
      expect([counts.size, Math.max(...counts.values())]).toEqual([events, 1]);
    }
  };

  /** The event with which the last job with deliveries ended that Redis has brought to a worker. */
  const lastJobBrought = async (): Promise<string | undefined> => {
    const redis = new Redis(server.url);
    const events = await redis.xrevrange('bull:webhook-deliveries:events', '+', '-');
    await redis.quit();
    const isOfDeliveries = (fields: readonly string[]) => !fields.some((field) => field.startsWith('probe-'));
    return events.find(([, fields]) => fields.includes('completed') && isOfDeliveries(fields))?.[0];
  };

  const untilQueueIsUsed = async (): Promise<void> => {
    for (const end = Date.now() + 20_000; ;) {
      const before = await lastJobBrought();
      await webhooks.publish(5);
      await untilAllArrived(5);
      receiver.received.length = 0;
      const last = await lastJobBrought();
      if (last !== undefined && last !== before) return;
      if (Date.now() > end) throw new Error('The queue is not used again');
      await pause(500);
    }
  };

  it('is not needed for a start, nor for deliveries', async () => {
    await webhooks.publish(10);
    await untilAllArrived(10);
  });

  it('is used as soon as it is there, and brings each delivery once', async () => {
    await server.start();
    await untilQueueIsUsed();
    await webhooks.publish(60);
    await untilAllArrived(60);
  });

  it('loses and doubles nothing when it is killed in a burst and comes back empty', async () => {
    await webhooks.publish(60);
    await receiver.untilReceived(100);
    await server.kill();
    await untilAllArrived(60);
    receiver.received.length = 0;
    await pause(6000);
    await server.start();
    await untilQueueIsUsed();
  });

  it('loses and doubles nothing when it is flushed in a burst, and delays it by moments only', async () => {
    await webhooks.publish(60);
    await receiver.untilReceived(100);
    const redis = new Redis(server.url);
    await redis.flushall();
    await redis.quit();
    const started = Date.now();
    await untilAllArrived(60);
    expect(Date.now() - started).toBeLessThan(25_000);
    receiver.received.length = 0;
    await untilQueueIsUsed();
  });

  it('slows no request down while it hangs, and deliveries go on', async () => {
    server.signal('SIGSTOP');
    try {
      const started = Date.now();
      await webhooks.publish(20);
      expect(Date.now() - started).toBeLessThan(5000 * (await slackNow()));
      await untilAllArrived(20);
    } finally {
      server.signal('SIGCONT');
    }
    receiver.received.length = 0;
    await untilQueueIsUsed();
  });

  it('keeps nothing of what it has brought', async () => {
    const redis = new Redis(server.url);
    // Without what the outages have left, which is processed once more when its locks expire.
    await redis.flushall();
    await untilQueueIsUsed();
    const kept = async () => ({
      jobs: (await redis.keys('bull:*')).filter((key) => /[0-9a-f-]{36}$/.test(key)),
      ends: await Promise.all(
        ['completed', 'failed'].map((state) => redis.zcard(`bull:webhook-deliveries:${state}`)),
      ),
    });
    // A job ends a moment after its delivery.
    await until('no job is left', async () => (await kept()).jobs.length === 0);
    expect(await kept()).toEqual({ jobs: [], ends: [0, 0] });
    await redis.quit();
  });
});
