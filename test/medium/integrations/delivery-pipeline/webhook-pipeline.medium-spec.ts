import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Queue } from 'bullmq';
import { projectModified } from '../../../../src/contexts/delivery/index.js';
import { DeliveryGauges } from '../../../../src/contexts/integrations/delivery-pipeline/delivery-gauges.js';
import { DeliveryPipeline } from '../../../../src/contexts/integrations/delivery-pipeline/delivery-pipeline.js';
import { LeaseRepository } from '../../../../src/contexts/integrations/delivery-pipeline/leases/lease.repository.js';
import { EventRelayRepository } from '../../../../src/contexts/integrations/delivery-pipeline/relay/event-relay.repository.js';
import { DeliveryRetention } from '../../../../src/contexts/integrations/delivery-pipeline/retention/delivery-retention.js';
import { WebhookSubscriberService } from '../../../../src/contexts/integrations/webhook-subscribers/webhook-subscriber.service.js';
import { Database, UnitOfWork } from '../../../../src/platform/database/index.js';
import { envelopeOf, EventPublisher, sequenced } from '../../../../src/platform/events/index.js';
import { newId } from '../../../../src/platform/values/index.js';
import { pause } from '../../../support/programs/program.js';
import { createTestModule, type TestModule } from '../../../support/application/test-application.js';
import { until } from '../../../../src/testing/until.js';
import { WebhookReceiver } from '../../../support/servers/webhook-receiver.js';
import {
  forgetWebhooks,
  jobsAdded,
  untilNothingIsUnderWay,
  WebhookWorld,
  webhookSettings,
  withDelivery,
} from '../../../support/application/webhook-world.js';

// Connections that nobody uses at once are each as slow as the first one.
const settings = { ...webhookSettings, DATABASE_POOL_SIZE: '5' };
let application: TestModule;
let receiver: WebhookReceiver;
let webhooks: WebhookWorld;

beforeAll(async () => {
  receiver = await new WebhookReceiver().start();
  application = await createTestModule({ settings: webhookSettings });
});
beforeEach(async () => {
  receiver.received.length = 0;
  receiver.answers();
  webhooks = await WebhookWorld.another(application);
});
afterAll(async () => {
  await application.close();
  await receiver.stop();
});

const relay = (most = 1000) => application.get(EventRelayRepository).relay(most);

/** Does `change`, and `meanwhile` before it is committed, as another process would. */
const during = async (change: () => Promise<unknown>, meanwhile: () => Promise<unknown>): Promise<void> => {
  let begin = (): void => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve)).then(meanwhile);
  await application.get(UnitOfWork).run(async () => {
    await application.get(Database).rows('SET LOCAL idle_in_transaction_session_timeout = 0');
    await change();
    begin();
    await begun;
  });
};
const subscribers = () => application.get(WebhookSubscriberService);

describe('the pipeline of webhooks', () => {
  beforeEach(() => forgetWebhooks(application));

  it('relays each event once, however many relay at once', async () => {
    await webhooks.subscriber(receiver.url('/a'));
    await webhooks.subscriber(receiver.url('/b'), 'project.created');
    await webhooks.written(300);
    const batches = await Promise.all(Array.from({ length: 20 }, () => relay(40)));
    do batches.push(await relay());
    while (batches.at(-1)?.has_more);
    expect(batches.reduce((sum, { events }) => sum + events, 0)).toBe(300);
    expect(batches.reduce((sum, { deliveries }) => sum + deliveries, 0)).toBe(600);
    expect(await webhooks.states()).toEqual({ pending: 600 });
  });

  it('loses no event of transactions that commit in another order than they began', async () => {
    await webhooks.subscriber(receiver.url());
    await during(
      () => webhooks.publishOne(),
      async () => {
        await webhooks.publishOne();
        expect(await relay()).toMatchObject({ events: 1, deliveries: 1 });
      },
    );
    expect(await relay()).toMatchObject({ events: 1, deliveries: 1 });
    expect(await webhooks.states()).toEqual({ pending: 2 });
  });

  it('keeps the bodies of those events only that somebody gets', async () => {
    await webhooks.subscriber(receiver.url(), 'project.created');
    await webhooks.publish(2);
    await webhooks.publish(3, 'client.created');
    expect(await relay()).toMatchObject({ events: 5, deliveries: 2 });
    expect(await application.database.query('SELECT topic FROM webhook_messages')).toHaveLength(2);
    const { organizationId } = await application.organization('Another');
    await new WebhookWorld(application, organizationId).publish(2);
    // With those that tell of its user and of their access token.
    expect(await relay()).toMatchObject({ events: 4, deliveries: 0 });
  });

  it('makes one delivery to each subscriber of the topic, of its resource or of everything, and to no other', async () => {
    await webhooks.subscriber(receiver.url('/topic'), 'project.created');
    await webhooks.subscriber(receiver.url('/resource'), 'project.*');
    await webhooks.subscriber(receiver.url('/everything'), '*');
    await webhooks.subscriber(receiver.url('/all'), 'project.created', 'project.*', '*');
    await webhooks.publish(1, 'project.created');
    expect(await relay()).toMatchObject({ events: 1, deliveries: 4 });
    await webhooks.publish(1, 'project.modified');
    expect(await relay()).toMatchObject({ events: 1, deliveries: 3 });
    await webhooks.publish(1, 'projectoffering.created');
    expect(await relay()).toMatchObject({ events: 1, deliveries: 2 });
  });

  it.each([
    [
      'disabled',
      (id: string) => subscribers().update(webhooks.organizationId, id, { status: 'disabled' }),
      { parked: 1 },
    ],
    ['deleted', (id: string) => subscribers().remove(webhooks.organizationId, id), {}],
  ])(
    'waits for no subscriber that is %s at the moment of the relay, and sees it',
    async (_, change, states) => {
      const id = await webhooks.subscriber(receiver.url());
      await webhooks.publish(1);
      await during(
        () => change(id),
        async () => expect(await relay()).toMatchObject({ events: 1, deliveries: 0, left: 1 }),
      );
      expect(await relay()).toMatchObject({ left: 0 });
      expect(await webhooks.states()).toEqual(states);
    },
  );

  it('counts an attempt that is the fifth in a row to be abandoned, and gives up in the end', async () => {
    await webhooks.subscriber(receiver.url());
    await webhooks.publish(1);
    await relay();
    const seen: string[] = [];
    for (let index = 0; index < 7; index += 1) {
      await application.database.query(
        `WITH sending AS (
           UPDATE webhook_deliveries SET state = 'sending', attempts = attempts + 1, lease_owner = gen_random_uuid(),
             lease_token = gen_random_uuid(), lease_until = now() - interval '1 second' RETURNING *
         )
         INSERT INTO webhook_attempts (organization_id, id, webhook_delivery_id, number, started_at)
         SELECT organization_id, lease_token, id, $1, now() FROM sending`,
        [index],
      );
      expect(await application.get(LeaseRepository).takeOverExpired(10)).toBe(1);
      seen.push(...(await webhooks.rows()).map(({ state, attempts }) => `${state} ${attempts}`));
    }
    const free = Array.from({ length: 4 }, () => 'pending 0');
    expect(seen).toEqual([...free, 'pending 1', 'pending 2', 'exhausted 3']);
  });

  it('takes a secret that cannot be read for a failure', async () => {
    await webhooks.subscriber(receiver.url());
    await application.database.query(`UPDATE webhook_subscribers SET secret = 'damaged'`);
    await withDelivery(application, { ...settings, WEBHOOK_RETRY_DELAYS_SECONDS: '0' }, async () => {
      await webhooks.publish(1);
      await webhooks.until({ exhausted: 1 });
    });
    expect(receiver.received).toEqual([]);
    expect(await application.database.query('SELECT DISTINCT error_class FROM webhook_attempts')).toEqual([
      { error_class: 'secret_unreadable' },
    ]);
  });

  it('adds jobs with the ids of deliveries, and nothing else, while several processes deliver', async () => {
    await webhooks.subscriber(receiver.url());
    const added = jest.spyOn(Queue.prototype, 'add');
    try {
      await withDelivery(application, webhookSettings, () =>
        withDelivery(application, webhookSettings, async () => {
          await until('a job is added', async () => {
            await webhooks.publish(1);
            return jobsAdded(added.mock.calls).length > 0;
          });
        }),
      );
      const ids = (await webhooks.rows()).map(({ id }) => id);
      for (const { deliveryIds, ...others } of jobsAdded(added.mock.calls)) {
        expect(others).toEqual({});
        expect(ids).toEqual(expect.arrayContaining(deliveryIds));
        expect(deliveryIds.length).toBeGreaterThan(0);
      }
    } finally {
      added.mockRestore();
    }
  });

  it('commits no event whose body is larger than receivers are promised', async () => {
    const limited = await createTestModule({
      settings: { ...settings, WEBHOOK_BODY_MAX_BYTES: '1024' },
      databaseUrl: application.databaseUrl,
    });
    const event = (bytes: number) => ({
      organizationId: webhooks.organizationId,
      id: newId(),
      payload: { modifiedProperties: ['x'.repeat(bytes)] },
    });
    const publish = (bytes: number) =>
      limited.get(UnitOfWork).run(() => limited.get(EventPublisher).publish(projectModified, event(bytes)));
    const { body } = envelopeOf({ topic: projectModified.name, ...event(0) }, new Date());
    const room = 1024 - sequenced(body, '9223372036854775807').length;
    try {
      await expect(publish(room + 1)).rejects.toThrow('project.modified has 1025 bytes');
      await publish(room);
    } finally {
      await limited.close();
    }
    const written = await application.database.query(
      `SELECT 1 FROM (SELECT organization_id, topic FROM outbox_events
         UNION ALL SELECT organization_id, topic FROM changes) e WHERE organization_id = $1 AND topic = 'project.modified'`,
      [webhooks.organizationId],
    );
    expect(written).toHaveLength(1);
  });

  it('brings what the queue has lost within moments', async () => {
    await webhooks.subscriber(receiver.url());
    await webhooks.publish(5);
    await relay();
    await application.database.query(
      `UPDATE webhook_deliveries SET state = 'queued', lease_owner = gen_random_uuid(),
         lease_until = now() + interval '60 seconds'`,
    );
    // Long before their leases end.
    await withDelivery(application, settings, () => webhooks.until({ delivered: 5 }, 30));
  });

  it('ends its attempts when it is stopped, and gives back what it has not begun', async () => {
    await webhooks.subscriber(receiver.url());
    receiver.answers(async (_, response) => {
      await pause(400);
      response.end();
    });
    await withDelivery(application, settings, async (process) => {
      await webhooks.publish(40);
      await receiver.untilReceived(8);
      await process.get(DeliveryPipeline).stop();
      const { delivered = 0, ...others } = await webhooks.states();
      expect(delivered).toBeGreaterThanOrEqual(8);
      expect(Object.keys(others).filter((state) => state !== 'waiting')).toEqual(['pending']);
    });
    receiver.answers();
    await withDelivery(application, settings, () => webhooks.until({ delivered: 40 }));
    expect(new Set(receiver.countsAt('/').values())).toEqual(new Set([1]));
  });

  it('lets go of a receiver that does not answer when it is stopped', async () => {
    await webhooks.subscriber(receiver.url());
    receiver.answers(() => undefined);
    await withDelivery(application, settings, async (process) => {
      await webhooks.publish(1);
      await receiver.untilReceived(1);
      const started = Date.now();
      await process.get(DeliveryPipeline).stop();
      expect(Date.now() - started).toBeLessThan(15_000);
    });
    expect(await webhooks.rows()).toMatchObject([{ state: 'pending', attempts: 0, outcomes: ['abandoned'] }]);
  });

  it('lets no organization wait for another one whose receivers sleep', async () => {
    const sleeping = receiver;
    sleeping.answers(() => undefined);
    await webhooks.copies(await webhooks.subscriber(sleeping.url()), 19);
    const awake = await WebhookWorld.another(application);
    const own = await new WebhookReceiver().start();
    await awake.subscriber(own.url());
    await webhooks.written(60);
    await withDelivery(application, webhookSettings, async () => {
      await sleeping.untilReceived(30);
      const times: number[] = [];
      for (let index = 0; index < 20; index += 1) {
        const started = performance.now();
        await awake.publishOne();
        await own.untilReceived(index + 1);
        times.push(performance.now() - started);
      }
      times.sort((one, other) => one - other);
      expect(times[18]).toBeLessThan(10_000);
      expect((await webhooks.rows()).length).toBe(1200);
    });
    await own.stop();
  });

  it('shows by ages when nobody delivers', async () => {
    await webhooks.subscriber(receiver.url());
    await webhooks.publish(1);
    await relay();
    await webhooks.publish(1);
    await application.database.query(
      `UPDATE webhook_deliveries SET next_attempt_at = now() - interval '60 seconds'`,
    );
    await application.database.query(`UPDATE outbox_events SET occurred_at = now() - interval '30 seconds'`);
    const gauges = await application.get(DeliveryGauges).read();
    expect(gauges).toMatchObject({ queued: 0, sending: 0, takeovers: 0 });
    expect(await application.get(DeliveryGauges).countPending()).toBe(1);
    expect(Math.round(gauges.oldestDueSeconds)).toBe(60);
    expect(Math.round(gauges.oldestOutboxSeconds)).toBe(30);
  });

  it('removes what is older than the settings say, and nothing else', async () => {
    await webhooks.subscriber(receiver.url());
    await webhooks.publish(8);
    await relay();
    const ids = (await webhooks.rows()).map(({ id }) => id);
    const states = [
      ['delivered', 15],
      ['delivered', 13],
      ['exhausted', 31],
      ['exhausted', 29],
      ['parked', 31],
      ['parked', 29],
      ['cancelled', 31],
      ['pending', 100],
    ] as const;
    // A version cannot be set to an earlier moment.
    await application.database.query('ALTER TABLE webhook_deliveries DISABLE TRIGGER USER');
    for (const [index, [state, days]] of states.entries()) {
      await application.database.query(
        `WITH delivery AS (
           UPDATE webhook_deliveries SET state = $2, modified_at = now() - $3 * interval '1 day' WHERE id = $1
           RETURNING webhook_message_id
         )
         UPDATE webhook_messages SET occurred_at = now() - $3 * interval '1 day'
         WHERE id = (SELECT webhook_message_id FROM delivery)`,
        [ids[index], state, days],
      );
    }
    await application.database.query('ALTER TABLE webhook_deliveries ENABLE TRIGGER USER');
    await webhooks.publish(1);
    await application.get(DeliveryRetention).removeOld();
    expect(await webhooks.states()).toEqual({
      delivered: 1,
      exhausted: 1,
      parked: 1,
      pending: 1,
      waiting: 1,
    });
    expect(await application.database.query('SELECT 1 FROM webhook_messages')).toHaveLength(4);
    expect(await application.database.query('SELECT 1 FROM outbox_events')).toHaveLength(1);
  });

  it('keeps an old event that waits for a subscriber whom somebody holds', async () => {
    const id = await webhooks.subscriber(receiver.url());
    await webhooks.publish(1);
    await application.database.query(`UPDATE outbox_events SET occurred_at = now() - interval '31 days'`);
    const change = () => subscribers().update(webhooks.organizationId, id, { name: 'Held' });
    await during(change, async () => {
      expect(await relay()).toMatchObject({ events: 1, deliveries: 0, left: 1 });
      await application.get(DeliveryRetention).removeOld();
    });
    expect(await relay()).toMatchObject({ deliveries: 1 });
    expect(await webhooks.states()).toEqual({ pending: 1 });
  });

  it('removes it unasked where webhooks are delivered', async () => {
    await webhooks.subscriber(receiver.url());
    await webhooks.publish(1);
    await relay();
    await application.database.query('DELETE FROM webhook_deliveries');
    await application.database.query(`UPDATE webhook_messages SET occurred_at = now() - interval '31 days'`);
    await withDelivery(application, settings, () =>
      until('the old message is gone', async () => {
        const messages = await application.database.query<unknown[]>('SELECT 1 FROM webhook_messages');
        return messages.length === 0;
      }),
    );
  });
});

describe('the pipeline of webhooks beside one process for all', () => {
  let process: TestModule;

  beforeAll(async () => {
    await forgetWebhooks(application);
    process = await createTestModule({
      settings: { ...settings, WEBHOOK_RELAY_BATCH: '20' },
      delivers: true,
      databaseUrl: application.databaseUrl,
    });
  });
  afterAll(() => process.close());

  it('brings the others their events while somebody holds a subscriber, and that one its own afterwards', async () => {
    const held = await webhooks.subscriber(receiver.url('/held'));
    await webhooks.subscriber(receiver.url('/same'));
    const other = await WebhookWorld.another(application);
    await other.subscriber(receiver.url('/other'));
    const change = () => subscribers().update(webhooks.organizationId, held, { name: 'Held' });
    await during(change, async () => {
      // More than a batch of the relay.
      await webhooks.publish(45);
      await other.publish(5);
      await other.until({ delivered: 5 });
      await until('the others have theirs', () => receiver.countsAt('/same').size >= 45);
      expect(receiver.countsAt('/held').size).toBe(0);
    });
    await webhooks.until({ delivered: 90 }, 30);
    for (const path of ['/held', '/same', '/other']) {
      expect(new Set(receiver.countsAt(path).values())).toEqual(new Set([1]));
    }
  });

  it.each([200, 500])(
    'writes down answers %i of the others while somebody holds a subscriber',
    async (status) => {
      const held = await webhooks.subscriber(receiver.url('/held'));
      const other = await WebhookWorld.another(application);
      await other.subscriber(receiver.url('/other'));
      await application.database.query(
        'UPDATE webhook_subscribers SET failures_in_row = 2, failing_since = now() WHERE organization_id = ANY ($1)',
        [[webhooks.organizationId, other.organizationId]],
      );
      const answers: (() => void)[] = [];
      receiver.answers(({ path }, response) => {
        const answer = () => void response.writeHead(path === '/held' ? status : 200).end();
        if (path === '/held') answers.push(answer);
        else answer();
      });
      await webhooks.publish(8);
      await until('8 have arrived', () => answers.length >= 8);
      const change = () => subscribers().update(webhooks.organizationId, held, { name: 'Held' });
      await during(change, async () => {
        for (const answer of answers) answer();
        await pause(300);
        await other.publish(20);
        await other.until({ delivered: 20 }, 15);
      });
      receiver.answers();
      await webhooks.until({ delivered: 8 });
      await untilNothingIsUnderWay(process);
      expect(new Set(receiver.countsAt('/held').values())).toEqual(new Set([status === 200 ? 1 : 2]));
      expect(await subscribers().get(webhooks.organizationId, held)).toMatchObject({ failures_in_row: 0 });
    },
  );
});
