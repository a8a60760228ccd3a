import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Admission } from '../../../../src/contexts/integrations/delivery-pipeline/admission/admission.js';
import { Deliverer } from '../../../../src/contexts/integrations/delivery-pipeline/attempts/deliverer.js';
import { DeliveryControl } from '../../../../src/contexts/integrations/delivery-pipeline/control/delivery-control.js';
import { Sweeper } from '../../../../src/contexts/integrations/delivery-pipeline/leases/sweeper.js';
import { WebhookDeliveryService } from '../../../../src/contexts/integrations/webhook-deliveries/webhook-delivery.service.js';
import { WebhookSubscriberService } from '../../../../src/contexts/integrations/webhook-subscribers/webhook-subscriber.service.js';
import { UnitOfWork } from '../../../../src/platform/database/index.js';
import { firstIdAt } from '../../../../src/platform/values/index.js';
import { pause } from '../../../support/programs/program.js';
import { createTestModule, type TestModule } from '../../../support/application/test-application.js';
import { WebhookReceiver } from '../../../support/servers/webhook-receiver.js';
import {
  untilNothingIsUnderWay,
  WebhookWorld,
  webhookSettings,
} from '../../../support/application/webhook-world.js';
import { until } from '../../../../src/testing/until.js';

/** The ways in which a queue can be there, or not. */
describe.each([
  ['without a queue', { QUEUE: 'off' }],
  ['with the queue in PostgreSQL', { QUEUE: 'on' }],
])('two processes that deliver webhooks %s', (_name, queue) => {
  let first: TestModule;
  let second: TestModule;
  let receiver: WebhookReceiver;
  let webhooks: WebhookWorld;

  beforeAll(async () => {
    receiver = await new WebhookReceiver().start();
    // What a test waits for wakes them; a look that finds nothing takes as long as a delivery.
    const seldom = { WEBHOOK_RELAY_INTERVAL_MS: '1000', WEBHOOK_SWEEP_INTERVAL_MS: '500' };
    const settings = { ...webhookSettings, ...seldom, ...queue };
    first = await createTestModule({ settings, delivers: true });
    second = await createTestModule({ settings, delivers: true, databaseUrl: first.databaseUrl });
  });
  beforeEach(async () => {
    receiver.received.length = 0;
    webhooks = await WebhookWorld.another(first);
  });
  afterEach(() => receiver.answers());
  afterAll(async () => {
    await second.close();
    await first.close();
    await receiver.stop();
  });

  const control = (change: (control: DeliveryControl) => Promise<unknown>) =>
    first.get(UnitOfWork).run(() => change(first.get(DeliveryControl)));
  const instant = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString();
  const setStatus = (id: string, status: 'enabled' | 'disabled') =>
    first.get(WebhookSubscriberService).update(webhooks.organizationId, id, { status });

  /** When both have looked for what is due, and what they may have found has had its time to be sent. */
  const afterAnotherLook = async (): Promise<void> => {
    for (const process of [first, second]) {
      await process.get(Sweeper).run();
      await process.get(Admission).run();
    }
    await pause(200);
    await untilNothingIsUnderWay(first, second);
  };

  it('bring each event to each subscriber of its topic once', async () => {
    await webhooks.subscriber(receiver.url('/all'), '*', 'project.*', 'project.created');
    await webhooks.subscriber(receiver.url('/resource'), 'project.*');
    await webhooks.subscriber(receiver.url('/topic'), 'project.created');
    await webhooks.subscriber(receiver.url('/other'), 'client.*', 'projectoffering.created');
    const beside = new WebhookWorld(second, webhooks.organizationId);
    await Promise.all([webhooks.publish(100), beside.publish(50, 'project.modified')]);
    await webhooks.until({ delivered: 150 + 150 + 100 }, 40);
    const expected = { '/all': 150, '/resource': 150, '/topic': 100, '/other': 0 };
    for (const [path, events] of Object.entries(expected)) {
      const counts = receiver.countsAt(path);
      expect([path, counts.size, Math.max(1, ...counts.values())]).toEqual([path, events, 1]);
    }
  });

  it('repeat what fails after the planned waits, with the same id and body, and then give up', async () => {
    await webhooks.subscriber(receiver.url());
    receiver.answers(500);
    await webhooks.publish(1);
    await webhooks.until({ exhausted: 1 });
    const [delivery] = await webhooks.rows();
    expect(delivery).toMatchObject({ attempts: 3, outcomes: ['failed', 'failed', 'failed'] });
    const sent = receiver.received;
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map(({ id, body }) => id + body)).size).toBe(1);
    for (const [index, { at }] of sent.slice(1).entries()) {
      expect(at - (sent[index]?.at ?? 0)).toBeGreaterThanOrEqual(995);
    }
  });

  it('take over an attempt whose process froze, and drop its late result', async () => {
    await webhooks.subscriber(receiver.url());
    let answerLate = (): void => undefined;
    receiver.answers((_, response) => {
      receiver.answers();
      answerLate = () => void response.writeHead(500).end();
    });
    await webhooks.publish(1);
    await receiver.untilReceived(1);
    await first.database.query(
      `UPDATE webhook_deliveries SET lease_until = now() - interval '1 second' WHERE state = 'sending'`,
    );
    await webhooks.until({ delivered: 1 });
    answerLate();
    await untilNothingIsUnderWay(first, second);
    expect(await webhooks.rows()).toMatchObject([
      { state: 'delivered', attempts: 1, outcomes: ['abandoned', 'succeeded'] },
    ]);
    expect([...receiver.countsAt('/').values()]).toEqual([2]);
  });

  it('claim a delivery once, however many are told of it', async () => {
    await webhooks.subscriber(receiver.url());
    receiver.answers(async (_, response) => {
      await pause(200);
      response.end();
    });
    await webhooks.publish(5);
    await until('5 are made', async () => (await webhooks.rows()).length === 5);
    const ids = (await webhooks.rows()).map(({ id }) => id);
    const told = [first, second, first, second].flatMap((process) =>
      ids.map((id) => process.get(Deliverer).deliver(id)),
    );
    await Promise.all(told);
    await webhooks.until({ delivered: 5 });
    expect([...receiver.countsAt('/').values()]).toEqual([1, 1, 1, 1, 1]);
  });

  it('park what a disabled subscriber does not get, and bring it when it is enabled', async () => {
    const id = await webhooks.subscriber(receiver.url());
    receiver.answers(500);
    await webhooks.publish(1);
    await webhooks.until({ pending: 1 });
    await setStatus(id, 'disabled');
    await webhooks.publish(2);
    await webhooks.until({ parked: 3 });
    receiver.answers();
    const before = receiver.received.length;
    await afterAnotherLook();
    expect(receiver.received).toHaveLength(before);
    await setStatus(id, 'enabled');
    await webhooks.until({ delivered: 3 });
    expect(receiver.received).toHaveLength(before + 3);
  });

  it('cancel what a deleted subscriber does not get', async () => {
    const id = await webhooks.subscriber(receiver.url());
    receiver.answers(500);
    await webhooks.publish(3);
    await until('3 are attempted', async () => (await webhooks.rows('attempts > 0')).length === 3);
    await first.get(WebhookSubscriberService).remove(webhooks.organizationId, id);
    await webhooks.until({ cancelled: 3 });
    await webhooks.publish(1);
    await webhooks.until({ cancelled: 3 });
  });

  it('make exactly one attempt of a redelivery, of one and of each of a range, also when it fails', async () => {
    const id = await webhooks.subscriber(receiver.url());
    await webhooks.publish(3);
    await webhooks.until({ delivered: 3 });
    const [delivery] = await webhooks.rows();
    receiver.answers(500);
    await control((it) => it.redeliver(webhooks.organizationId, id, delivery?.id ?? ''));
    await webhooks.until({ delivered: 2, exhausted: 1 });
    receiver.answers();
    const range = { created_after: instant(-60_000), created_before: instant(1000) };
    const redelivered = await first
      .get(WebhookDeliveryService)
      .redeliverRange(webhooks.organizationId, id, range);
    expect(redelivered).toEqual({ count: 3 });
    await webhooks.until({ delivered: 3 });
    await afterAnotherLook();
    expect((await webhooks.rows()).map(({ outcomes }) => outcomes)).toEqual([
      ['succeeded', 'failed', 'succeeded'],
      ['succeeded', 'succeeded'],
      ['succeeded', 'succeeded'],
    ]);
    expect([...receiver.countsAt('/').values()].sort()).toEqual([2, 2, 3]);
  });

  it('ping one subscriber, once', async () => {
    const id = await webhooks.subscriber(receiver.url('/pinged'));
    await webhooks.subscriber(receiver.url('/other'));
    receiver.answers(500);
    const deliveryId = await control((it) => it.ping(webhooks.organizationId, id));
    await webhooks.until({ exhausted: 1 });
    await afterAnotherLook();
    expect(await webhooks.rows()).toMatchObject([{ id: deliveryId, outcomes: ['failed'] }]);
    expect(receiver.received.map(({ path, body }) => [path, JSON.parse(body)])).toEqual([
      [
        '/pinged',
        expect.objectContaining({
          Payload: { Id: id },
          Topic: 'webhook.ping',
          CorrelationId: receiver.received[0]?.id,
        }),
      ],
    ]);
  });

  it('have an id that begins with the moment at which they were made', async () => {
    const id = await webhooks.subscriber(receiver.url());
    await webhooks.publish(3);
    await control((it) => it.ping(webhooks.organizationId, id));
    await webhooks.until({ delivered: 4 });
    for (const { id: deliveryId, created_at } of await webhooks.rows()) {
      const madeAt = new Date(created_at).getTime();
      expect(firstIdAt(new Date(madeAt)) < deliveryId).toBe(true);
      expect(deliveryId < firstIdAt(new Date(madeAt + 1))).toBe(true);
    }
  });

  it('disable a subscriber that answers 410, at once, and keep everything', async () => {
    const id = await webhooks.subscriber(receiver.url());
    receiver.answers(410);
    await webhooks.publish(20);
    await webhooks.until({ parked: 20 });
    const subscriber = await first.get(WebhookSubscriberService).get(webhooks.organizationId, id);
    expect(subscriber).toMatchObject({ status: 'disabled', disabled_reason: 'gone' });
    const asTold = () =>
      first.database.query<object[]>(
        `SELECT resource_id AS id, actor_user_id AS actor, values FROM changes
       WHERE topic = 'webhooksubscriber.modified' AND modified_properties = '{status}' AND resource_id = $1`,
        [id],
      );
    await until('it is told', async () => (await asTold()).length > 0);
    const values = { status: { from: 'enabled', to: 'disabled' } };
    expect(await asTold()).toEqual([{ id, actor: null, values }]);
    receiver.answers();
    await setStatus(id, 'enabled');
    await webhooks.until({ delivered: 20 });
  });

  it('come not before Retry-After', async () => {
    await webhooks.subscriber(receiver.url());
    receiver.answers((_, response) => {
      receiver.answers();
      response.writeHead(503, { 'Retry-After': '2' }).end();
    });
    await webhooks.publish(1);
    await webhooks.until({ delivered: 1 });
    const [failed, accepted] = receiver.received;
    expect((accepted?.at ?? 0) - (failed?.at ?? 0)).toBeGreaterThanOrEqual(1950);
  });

  it('give a subscriber no more than 8 at once, and one after five failures', async () => {
    await webhooks.subscriber(receiver.url());
    let open = 0;
    let most = 0;
    let status = 500;
    receiver.answers(async (_, response) => {
      open += 1;
      most = Math.max(most, open);
      await pause(40);
      open -= 1;
      response.writeHead(status).end();
    });
    await webhooks.publish(24);
    await until('24 are attempted', async () => (await webhooks.rows('attempts > 0')).length === 24);
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(8);
    await until('what was under way at the fifth failure has ended', () => open === 0, 30, 5);
    most = 0;
    const before = receiver.received.length;
    await receiver.untilReceived(before + 5);
    expect(most).toBe(1);
    status = 200;
    await webhooks.until({ delivered: 24 });
    expect(most).toBeLessThanOrEqual(8);
  });
});
