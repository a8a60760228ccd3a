import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DeliveryGauges } from '../../../../src/contexts/integrations/delivery-pipeline/delivery-gauges.js';
import { LeaseRepository } from '../../../../src/contexts/integrations/delivery-pipeline/leases/lease.repository.js';
import { EventRelayRepository } from '../../../../src/contexts/integrations/delivery-pipeline/relay/event-relay.repository.js';
import { Health } from '../../../../src/platform/health/health.js';
import { until } from '../../../../src/testing/until.js';
import { createTestModule, type TestModule } from '../../../support/application/test-application.js';
import { WebhookReceiver } from '../../../support/servers/webhook-receiver.js';
import {
  forgetWebhooks,
  WebhookWorld,
  webhookSettings,
  withDelivery,
} from '../../../support/application/webhook-world.js';

const HOUR = 3600;
/** Seconds that are set here, the longest first. */
const ages = [2 * HOUR, HOUR, 60, 30, 1, 0];

describe('deliveries that are due', () => {
  let application: TestModule;
  let webhooks: WebhookWorld;

  beforeAll(async () => {
    application = await createTestModule({ settings: webhookSettings });
  });
  beforeEach(async () => {
    await forgetWebhooks(application);
    webhooks = await WebhookWorld.another(application);
  });
  afterAll(() => application.close());

  /** Each of these subscribers has so many deliveries, due for so many seconds. */
  const due = async (world: WebhookWorld, ids: readonly string[], count: number, seconds: number) => {
    await world.publish(count);
    await application.get(EventRelayRepository).relay(1000);
    await application.database.query(
      `UPDATE webhook_deliveries SET next_attempt_at = now() - $2 * interval '1 second'
       WHERE webhook_subscriber_id = ANY ($1) AND state = 'pending'`,
      [ids, seconds],
    );
  };

  /** So many deliveries of each of these subscribers are in this state. */
  const become = (ids: readonly string[], count: number, state: string, columns = '') =>
    application.database.query(
      `UPDATE webhook_deliveries d SET state = $3, lease_owner = gen_random_uuid(),
         lease_until = now() + interval '20 seconds', modified_at = now() ${columns}
       FROM unnest($1::uuid[]) AS s (id)
       WHERE d.id IN (SELECT id FROM webhook_deliveries w WHERE w.webhook_subscriber_id = s.id
         AND w.state = 'pending' ORDER BY w.id LIMIT $2)`,
      [ids, count, state],
    );

  const figures = async (): Promise<[forUs: number, forReceivers: number]> => {
    const { oldestDueSeconds, oldestHeldUpSeconds } = await application.get(DeliveryGauges).read();
    // What was set is a little older by now.
    const asSet = (seconds: number): number => ages.find((age) => age <= Math.round(seconds)) ?? 0;
    return [asSet(oldestDueSeconds), asSet(oldestHeldUpSeconds)];
  };

  it('wait for a process where their subscriber has a place, and for their receiver where it has none', async () => {
    const sleeping = await webhooks.subscriber('http://127.0.0.1:9000');
    await due(webhooks, [sleeping], 20, HOUR);
    await become([sleeping], 7, 'sending');
    expect(await figures()).toEqual([HOUR, 0]);
    await become([sleeping], 1, 'sending');
    expect(await figures()).toEqual([0, HOUR]);
    const other = await WebhookWorld.another(application);
    const awake = await other.subscriber('http://127.0.0.2:9000');
    await due(other, [awake], 1, 60);
    expect(await figures()).toEqual([60, HOUR]);
  });

  it('wait for a receiver that fails with the one attempt that it gets', async () => {
    const failing = await webhooks.subscriber('http://127.0.0.1:9000');
    await due(webhooks, [failing], 20, HOUR);
    await application.database.query('UPDATE webhook_subscribers SET failures_in_row = 5');
    expect(await figures()).toEqual([HOUR, 0]);
    await become([failing], 1, 'sending');
    expect(await figures()).toEqual([0, HOUR]);
  });

  it('wait for a host whose places others have, but for those that are kept for other organizations', async () => {
    const busy: string[] = [];
    for (let index = 0; index < 4; index += 1)
      busy.push(await webhooks.subscriber(`http://127.0.0.1:90${index}0`));
    await due(webhooks, busy, 8, HOUR);
    await become(busy, 7, 'sending');
    const waiting = await webhooks.subscriber('http://127.0.0.1:9090');
    await due(webhooks, [waiting], 1, 2 * HOUR);
    expect(await figures()).toEqual([2 * HOUR, 0]);
    // 30 of 32.
    await become(busy.slice(0, 2), 1, 'sending');
    expect(await figures()).toEqual([0, 2 * HOUR]);
    const other = await WebhookWorld.another(application);
    await due(other, [await other.subscriber('http://127.0.0.1:9095')], 1, 60);
    expect(await figures()).toEqual([60, 2 * HOUR]);
  });

  it('do not wait for a process because one of their receiver ended a moment ago', async () => {
    const slow = await webhooks.subscriber('http://127.0.0.1:9000');
    await due(webhooks, [slow], 20, HOUR);
    await become([slow], 8, 'delivered', ', next_attempt_at = NULL');
    expect(await figures()).toEqual([0, HOUR]);
    await until('the moment is over', async () => (await figures())[0] > 0);
    expect(await figures()).toEqual([HOUR, 0]);
    await application.database.query(
      `UPDATE webhook_subscribers SET held_up_until = now() - interval '60 seconds'`,
    );
    expect((await figures())[0]).toBe(60);
  });

  it.each([
    ['queued', '30 seconds', 30],
    ['queued', '59 seconds', 1],
    ['sending', '-1 second', 1],
    ['sending', '20 seconds', 0],
  ])(
    'wait for a process while they are %s, with a lease of %s, for as long as they are',
    async (state, lease, age) => {
      const id = await webhooks.subscriber('http://127.0.0.1:9000');
      await due(webhooks, [id], 1, 60);
      await become([id], 1, state, `, lease_token = gen_random_uuid()`);
      await application.database.query('UPDATE webhook_deliveries SET lease_until = now() + $1::interval', [
        lease,
      ]);
      expect(await figures()).toEqual([age, 0]);
      await application.database.query(
        `UPDATE webhook_deliveries SET lease_until = now() - interval '1 second'`,
      );
      await application.get(LeaseRepository).takeOverExpired(10);
      expect(await figures()).toEqual([60, 0]);
    },
  );

  it('of a receiver that sleeps, and fails, are never taken for a lack of processes', async () => {
    const receiver = await new WebhookReceiver().start();
    receiver.answers(() => undefined);
    const id = await webhooks.subscriber(receiver.url());
    await due(webhooks, [id], 200, HOUR);
    const settings = {
      ...webhookSettings,
      WEBHOOK_CONNECT_TIMEOUT_MS: '200',
      WEBHOOK_EXCHANGE_TIMEOUT_MS: '200',
      WEBHOOK_RETRY_DELAYS_SECONDS: '3600',
    };
    await withDelivery(application, settings, async (process) => {
      await receiver.untilReceived(8);
      const seen: (readonly [number, number])[] = [];
      const haveArrived = async () => {
        seen.push(await figures());
        return receiver.received.length >= 24;
      };
      await until('24 have arrived', haveArrived, 30, 100);
      expect(seen.length).toBeGreaterThan(5);
      expect(Math.max(...seen.map(([forUs]) => forUs))).toBeLessThan(30);
      expect(Math.max(...seen.map(([, forReceivers]) => forReceivers))).toBeGreaterThanOrEqual(HOUR);
      const { body } = await process.get(Health).ready();
      expect(body.details.webhooks).toMatchObject({ status: 'up' });
    });
    await receiver.stop();
  });
});
