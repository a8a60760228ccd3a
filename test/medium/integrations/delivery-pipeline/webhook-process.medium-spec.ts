import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Queue } from 'bullmq';
import { WebhookSubscriberService } from '../../../../src/contexts/integrations/webhook-subscribers/webhook-subscriber.service.js';
import { createTestModule, type TestModule } from '../../../support/application/test-application.js';
import { until } from '../../../../src/testing/until.js';
import { WebhookReceiver } from '../../../support/servers/webhook-receiver.js';
import {
  jobsAdded,
  untilNothingIsUnderWay,
  WebhookWorld,
  webhookSettings,
} from '../../../support/application/webhook-world.js';

/** Beside the one that changes subscribers and publishes. */
describe('the pipeline of webhooks in one process', () => {
  let application: TestModule;
  let process: TestModule;
  let receiver: WebhookReceiver;
  let webhooks: WebhookWorld;

  beforeAll(async () => {
    receiver = await new WebhookReceiver().start();
    application = await createTestModule({ settings: webhookSettings });
    process = await createTestModule({
      settings: { ...webhookSettings, WEBHOOK_RETRY_DELAYS_SECONDS: '3600' },
      delivers: true,
      databaseUrl: application.databaseUrl,
    });
  });
  beforeEach(async () => {
    receiver.received.length = 0;
    receiver.answers();
    webhooks = await WebhookWorld.another(application);
  });
  afterAll(async () => {
    await process.close();
    await application.close();
    await receiver.stop();
  });

  const subscribers = () => application.get(WebhookSubscriberService);

  it.each([
    ['disabled', 500, { status: 'disabled' }, { parked: 1 }],
    ['disabled', 200, { status: 'disabled' }, { delivered: 1 }],
    ['deleted', 500, null, { cancelled: 1 }],
    ['deleted', 200, null, { delivered: 1 }],
  ] as const)(
    'ends an attempt whose subscriber is %s meanwhile and that answers %i',
    async (_, status, patch, states) => {
      const id = await webhooks.subscriber(receiver.url());
      let answer = (): void => undefined;
      receiver.answers((__, response) => void (answer = () => void response.writeHead(status).end()));
      await webhooks.publish(1);
      await receiver.untilReceived(1);
      if (patch) await subscribers().update(webhooks.organizationId, id, patch);
      else await subscribers().remove(webhooks.organizationId, id);
      expect(await webhooks.states()).toEqual({ sending: 1 });
      answer();
      await webhooks.until(states);
      await untilNothingIsUnderWay(process);
      expect(receiver.received).toHaveLength(1);
    },
  );

  it.each([
    [410, 0, { pending: 1 }],
    [500, 0, { pending: 1 }],
    [200, 2, { delivered: 1 }],
  ] as const)(
    'counts an answer %i for the URL that gave it, and for no other',
    async (status, failures, states) => {
      const id = await webhooks.subscriber(receiver.url('/old'));
      let answer = (): void => undefined;
      receiver.answers((_, response) => void (answer = () => void response.writeHead(status).end()));
      await webhooks.publish(1);
      await receiver.untilReceived(1);
      await subscribers().update(webhooks.organizationId, id, { url: receiver.url('/new') });
      await application.database.query('UPDATE webhook_subscribers SET failures_in_row = $1', [failures]);
      receiver.answers();
      answer();
      await webhooks.until(states);
      await untilNothingIsUnderWay(process);
      expect(await subscribers().get(webhooks.organizationId, id)).toMatchObject({
        status: 'enabled',
        failures_in_row: failures,
        failing_since: null,
      });
      await application.database.query(
        `UPDATE webhook_deliveries SET next_attempt_at = now() WHERE state = 'pending'`,
      );
      await webhooks.until({ delivered: 1 });
      await untilNothingIsUnderWay(process);
      expect(receiver.countsAt('/new').size).toBe(status === 200 ? 0 : 1);
    },
  );

  it('makes no second attempt when its subscriber is disabled and enabled during the first one', async () => {
    const id = await webhooks.subscriber(receiver.url());
    let answer = (): void => undefined;
    receiver.answers((_, response) => void (answer = () => void response.end()));
    await webhooks.publish(1);
    await receiver.untilReceived(1);
    await subscribers().update(webhooks.organizationId, id, { status: 'disabled' });
    await subscribers().update(webhooks.organizationId, id, { status: 'enabled' });
    answer();
    await webhooks.until({ delivered: 1 });
    await untilNothingIsUnderWay(process);
    expect(receiver.received).toHaveLength(1);
  });

  it('claims what it admits without the queue while it delivers alone', async () => {
    await webhooks.subscriber(receiver.url());
    const added = jest.spyOn(Queue.prototype, 'add');
    try {
      await webhooks.publish(20);
      await webhooks.until({ delivered: 20 });
      expect(jobsAdded(added.mock.calls)).toEqual([]);
      expect((await webhooks.rows()).map(({ outcomes }) => outcomes)).toEqual(Array(20).fill(['succeeded']));
    } finally {
      added.mockRestore();
    }
  });

  it('disables a subscriber that has failed for days, and starts counting anew after a success', async () => {
    const id = await webhooks.subscriber(receiver.url());
    const subscriber = () => subscribers().get(webhooks.organizationId, id);
    const failing = (count: number) =>
      application.database.query(
        `UPDATE webhook_subscribers SET failures_in_row = $1, failing_since = now() - interval '121 hours'`,
        [count],
      );
    await failing(500);
    await webhooks.publish(1);
    await webhooks.until({ delivered: 1 });
    // The success is written down first; then it ends the failures.
    await until('the failures are forgotten', async () => (await subscriber()).failures_in_row === 0);
    expect(await subscriber()).toMatchObject({ status: 'enabled', failing_since: null });
    receiver.answers(500);
    await failing(19);
    await webhooks.publish(3);
    await webhooks.until({ delivered: 1, parked: 3 });
    expect(await subscriber()).toMatchObject({ status: 'disabled', disabled_reason: 'failing' });
  });
});
