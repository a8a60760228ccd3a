import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Deliverer } from '../../../../src/contexts/integrations/delivery-pipeline/attempts/deliverer.js';
import {
  idOfMadeAt,
  madeAt,
} from '../../../../src/contexts/integrations/delivery-pipeline/deliveries/delivery-id.js';
import { EventRelayRepository } from '../../../../src/contexts/integrations/delivery-pipeline/relay/event-relay.repository.js';
import { DeliveryControlRepository } from '../../../../src/contexts/integrations/delivery-pipeline/control/delivery-control.repository.js';
import { StatusChangeRepository } from '../../../../src/contexts/integrations/delivery-pipeline/control/status-change.repository.js';
import { WebhookDeliveryService } from '../../../../src/contexts/integrations/webhook-deliveries/webhook-delivery.service.js';
import { WebhookSubscriberService } from '../../../../src/contexts/integrations/webhook-subscribers/webhook-subscriber.service.js';
import { pause } from '../../../support/programs/program.js';
import { createTestModule, type TestModule } from '../../../support/application/test-application.js';
import { until } from '../../../../src/testing/until.js';
import { WebhookReceiver } from '../../../support/servers/webhook-receiver.js';
import { forgetWebhooks, WebhookWorld, webhookSettings } from '../../../support/application/webhook-world.js';

const BATCH = 100;
const MANY = 20 * BATCH;
const IN_RANGE = 5000;
const SENT = 3000;

const settings = { ...webhookSettings, WEBHOOK_CHANGE_BATCH: String(BATCH), WEBHOOK_SUBSCRIBER_CAP: '32' };
let application: TestModule;
let receiver: WebhookReceiver;
let webhooks: WebhookWorld;
let id: string;

beforeAll(async () => {
  receiver = await new WebhookReceiver().start();
  application = await createTestModule({ settings });
});
beforeEach(async () => {
  receiver.received.length = 0;
  receiver.answers();
  webhooks = await WebhookWorld.another(application);
  id = await webhooks.subscriber(receiver.url());
});
afterAll(async () => {
  await application.close();
  await receiver.stop();
});

const fill = async (count: number, state: string): Promise<void> => {
  await application.database.query(
    `WITH messages AS (
       INSERT INTO webhook_messages (organization_id, id, topic, body, occurred_at)
       SELECT $1, gen_random_uuid(), 'project.created', '{}', now() FROM generate_series(1, $3) RETURNING *
     )
     INSERT INTO webhook_deliveries
       (organization_id, id, webhook_message_id, webhook_subscriber_id, topic, state, next_attempt_at)
     SELECT organization_id, ${idOfMadeAt}, id, $2, topic, $4, CASE $4 WHEN 'pending' THEN now() END
     FROM (SELECT *, ${madeAt} FROM messages) made`,
    [webhooks.organizationId, id, count, state],
  );
};
const setStatus = (status: 'enabled' | 'disabled') =>
  application.get(WebhookSubscriberService).update(webhooks.organizationId, id, { status });
const remove = () => application.get(WebhookSubscriberService).remove(webhooks.organizationId, id);
const follow = () => application.get(StatusChangeRepository).follow();
const followAll = async (): Promise<number[]> => {
  for (const moved: number[] = []; ;) {
    const { deliveries, subscribers } = await follow();
    if (subscribers > 0 || deliveries === 0) return moved;
    moved.push(deliveries);
  }
};
const marked = async (): Promise<number> =>
  (
    await application.database.query(
      'SELECT 1 FROM webhook_subscribers WHERE id = $1 AND status_change IS NOT NULL',
      [id],
    )
  ).length;

const sending = async (): Promise<number> => (await webhooks.states()).sending ?? 0;

const statesSum = async (): Promise<number> =>
  Object.values(await webhooks.states()).reduce((sum, count) => sum + count, 0);

const redeliverAll = async (): Promise<number> => {
  const range = { created_after: '2000-01-01T00:00:00Z', created_before: '2100-01-01T00:00:00Z' };
  const deliveries = application.get(WebhookDeliveryService);
  return (await deliveries.redeliverRange(webhooks.organizationId, id, range)).count;
};

/** The status of a subscriber is the truth; its deliveries follow batch by batch, whoever dies meanwhile. */
describe('the deliveries of a subscriber whose status changes', () => {
  it(`follow in batches of ${BATCH}, and turn round in the middle when it changes again`, async () => {
    await fill(MANY, 'pending');
    await setStatus('disabled');
    expect(await webhooks.states()).toEqual({ parked: BATCH, pending: MANY - BATCH });
    for (let batch = 0; batch < 9; batch += 1)
      expect(await follow()).toEqual({ deliveries: BATCH, subscribers: 0 });
    await setStatus('enabled');
    expect(new Set(await followAll())).toEqual(new Set([BATCH]));
    expect([await webhooks.states(), await marked()]).toEqual([{ pending: MANY }, 0]);
    await setStatus('disabled');
    await follow();
    await remove();
    await followAll();
    expect([await webhooks.states(), await marked()]).toEqual([{ cancelled: MANY }, 0]);
  });

  it('wait for nobody who holds one of them or the subscriber, and follow afterwards', async () => {
    await fill(10, 'pending');
    const [held] = await webhooks.rows();
    const holding = async (lock: string, meanwhile: () => Promise<void>): Promise<void> => {
      const runner = application.database.createQueryRunner();
      await runner.startTransaction();
      try {
        await runner.query(lock, [held?.id]);
        await meanwhile();
      } finally {
        await runner.rollbackTransaction();
        await runner.release();
      }
    };
    await application.database.query(
      `UPDATE webhook_subscribers SET status = 'disabled', status_change = gen_random_uuid() WHERE id = $1`,
      [id],
    );
    await holding('SELECT 1 FROM webhook_subscribers WHERE $1::uuid IS NOT NULL FOR SHARE', async () => {
      expect(await follow()).toEqual({ deliveries: 0, subscribers: 0 });
    });
    await holding('SELECT 1 FROM webhook_deliveries WHERE id = $1 FOR UPDATE', async () => {
      expect(await follow()).toEqual({ deliveries: 9, subscribers: 0 });
      expect(await follow()).toEqual({ deliveries: 0, subscribers: 0 });
    });
    expect(await follow()).toEqual({ deliveries: 1, subscribers: 0 });
    expect(await follow()).toEqual({ deliveries: 0, subscribers: 1 });
    expect(await webhooks.states()).toEqual({ parked: 10 });
  });

  it('are each taken up once more when a range is redelivered in batches by several at once', async () => {
    await fill(IN_RANGE, 'delivered');
    await fill(50, 'parked');
    const counts = await Promise.all([redeliverAll(), redeliverAll(), redeliverAll()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(IN_RANGE);
    expect(await webhooks.states()).toEqual({ pending: IN_RANGE, parked: 50 });
  });

  it('are marked as behind again by a change that comes while the last one is being followed', async () => {
    await setStatus('disabled');
    await webhooks.publish(5);
    await application.get(EventRelayRepository).relay(100);
    expect(await webhooks.states()).toEqual({ parked: 5 });
    // Statements that began before a change of the status see none of the deliveries made since then.
    await Promise.all([setStatus('enabled'), ...Array.from({ length: 20 }, follow)]);
    await followAll();
    expect([await webhooks.states(), await marked()]).toEqual([{ pending: 5 }, 0]);
  });
});

describe('the deliveries of a subscriber whose status changes beside a process that delivers', () => {
  let process: TestModule;

  beforeAll(async () => {
    await forgetWebhooks(application);
    process = await createTestModule({ settings, delivers: true, databaseUrl: application.databaseUrl });
  });
  afterAll(() => process.close());

  it('are not sent while they have not followed', async () => {
    await application.database.query(
      `UPDATE webhook_subscribers SET status = 'disabled', status_change = NULL WHERE id = $1`,
      [id],
    );
    await fill(20, 'pending');
    await application.database.query(
      `UPDATE webhook_deliveries SET state = 'queued', lease_owner = gen_random_uuid(),
         lease_until = now() + interval '60 seconds'
       WHERE id IN (SELECT id FROM webhook_deliveries WHERE webhook_subscriber_id = $1 LIMIT 10)`,
      [id],
    );
    const queued = (await webhooks.rows()).filter(({ state }) => state === 'queued');
    expect(queued).toHaveLength(10);
    await Promise.all(queued.map((delivery) => process.get(Deliverer).deliver(delivery.id)));
    await application.database.query(
      `UPDATE webhook_deliveries SET lease_until = now() WHERE state = 'queued'`,
    );
    await until('nothing is queued', async () => !(await webhooks.states()).queued);
    await pause(500);
    expect(receiver.received).toEqual([]);
    expect(await webhooks.states()).toEqual({ parked: 10, pending: 10 });
  });

  it('are each sent once or not at all, while it changes and others admit, relay and send', async () => {
    await fill(SENT, 'pending');
    for (let round = 0; round < 3; round += 1) {
      const before = receiver.received.length;
      await receiver.untilReceived(before + 40);
      await webhooks.publish(10);
      await setStatus('disabled');
      // What was claimed in the moment of the change is still sent.
      await pause(300);
      await until('what was under way has ended', async () => (await sending()) === 0);
      const answered = receiver.received.length;
      await pause(300);
      expect(receiver.received).toHaveLength(answered);
      // In the middle of parking, and of resuming, as far as a busy machine allows.
      await setStatus('enabled');
      const all = SENT + (round + 1) * 10;
      await until('each event is a delivery', async () => (await statesSum()) === all);
    }
    await setStatus('disabled');
    await until('the deliveries have followed', async () => (await marked()) === 0);
    await until('what was under way has ended', async () => (await sending()) === 0);
    const { delivered = 0, parked = 0, ...others } = await webhooks.states();
    expect([delivered + parked, others]).toEqual([SENT + 30, {}]);
    await remove();
    await webhooks.until({ cancelled: parked, delivered });
    expect(receiver.received).toHaveLength(delivered);
    expect(new Set(receiver.countsAt('/').values())).toEqual(new Set([1]));
  });

  it('follow when a failed attempt disables it, apart from the attempt', async () => {
    receiver.answers(410);
    await fill(MANY, 'pending');
    await webhooks.until({ parked: MANY });
    await until('the change has been followed', async () => (await marked()) === 0);
    expect(receiver.received.length).toBeLessThanOrEqual(32);
  });

  it('get exactly one more attempt each of a range, also those that arrive before it is through', async () => {
    const count = BATCH + 100;
    await fill(count, 'delivered');
    expect(await redeliverAll()).toBe(count);
    await webhooks.until({ delivered: count }, 50);
    expect(receiver.received).toHaveLength(count);
    expect(new Set(receiver.countsAt('/').values())).toEqual(new Set([1]));
  });

  it('stay as they are when a later batch of a range fails, and get one more attempt each when it is asked again', async () => {
    const count = BATCH + 1;
    await fill(count, 'delivered');
    const repository = application.get(DeliveryControlRepository);
    const first = repository.redeliverRange.bind(repository);
    const batches = jest
      .spyOn(repository, 'redeliverRange')
      .mockImplementationOnce(first)
      .mockRejectedValueOnce(new Error('The database is away'));
    await expect(redeliverAll()).rejects.toThrow('The database is away');
    expect(batches).toHaveBeenCalledTimes(2);
    batches.mockRestore();
    expect(await webhooks.states()).toEqual({ delivered: count });
    expect(await redeliverAll()).toBe(count);
    await webhooks.until({ delivered: count }, 50);
    expect(receiver.received).toHaveLength(count);
    expect(new Set(receiver.countsAt('/').values())).toEqual(new Set([1]));
  });
});
