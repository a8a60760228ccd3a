import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { WebhookSubscriberService } from '../../../src/contexts/integrations/webhook-subscribers/webhook-subscriber.service.js';
import { CopyStage, rowsOf } from '../../support/databases/copy-stage.js';
import { untilNumbered } from '../../support/application/published-events.js';
import { createTestModule, type TestModule } from '../../support/application/test-application.js';
import { createTestDatabase, type TestDatabase } from '../../../src/testing/test-database.js';
import { until } from '../../../src/testing/until.js';
import { WebhookReceiver } from '../../support/servers/webhook-receiver.js';
import { webhookSettings, WebhookWorld, withDelivery } from '../../support/application/webhook-world.js';

const EVENTS = 12;

const settings = {
  ...webhookSettings,
  WEBHOOK_EXCHANGE_TIMEOUT_MS: '2000',
  WEBHOOK_CONNECT_TIMEOUT_MS: '2000',
  WEBHOOK_LEASE_SECONDS: '12',
  WEBHOOK_QUEUE_LEASE_SECONDS: '5',
};

describe('a copy that was made while webhooks were under way', () => {
  let stage: CopyStage;
  let receiver: WebhookReceiver;
  let file: string;
  let events: readonly string[];
  let subscriberId: string;
  const databases: TestDatabase[] = [];

  beforeAll(async () => {
    stage = await CopyStage.open();
    receiver = await new WebhookReceiver().start();
    const source = await createTestModule({ settings });
    const world = new WebhookWorld(source);
    subscriberId = await world.subscriber(receiver.url());
    events = await world.publish(EVENTS);
    receiver.answers(() => new Promise(() => undefined));
    await withDelivery(source, settings, async () => {
      await until('some are being sent', async () => ((await world.states()).sending ?? 0) > 1);
      // The process has made a token of its own, of which the feed is told.
      await untilNumbered((statement) => source.database.query(statement));
      file = await stage.backUp(source.databaseUrl, 'one.backup');
    });
    await source.close();
    receiver.answers();
  });
  afterAll(async () => {
    await Promise.all(databases.map(({ drop }) => drop()));
    await receiver.stop();
    await stage.remove();
  });

  const copy = async (disablesWebhooks: boolean) => {
    const database = await createTestDatabase(false);
    databases.push(database);
    const summary = await stage.restore(database.url, file, { disablesWebhooks });
    // As if it were older than the leases of the dead processes.
    await rowsOf(
      database.url,
      'UPDATE webhook_deliveries SET lease_until = now() WHERE lease_until IS NOT NULL',
    );
    receiver.received.length = 0;
    return { url: database.url, summary };
  };
  const started = async (url: string, work: (application: TestModule) => Promise<void>) => {
    const application = await createTestModule({ settings, delivers: true, databaseUrl: url });
    await work(application);
    await application.close();
  };
  const arrived = () =>
    receiver.received.map(({ body }) => (JSON.parse(body) as { Payload: { Id: string } }).Payload.Id).sort();
  const each = () => [...events].sort();

  it('sends every event that waited once more, also those that dead processes hold', async () => {
    const { url, summary } = await copy(false);
    const { deliveries, events: waiting, subscribers } = summary.waiting;
    expect(deliveries).toBeGreaterThan(1);
    expect(subscribers).toBe(1);
    expect(deliveries + waiting).toBe(EVENTS);
    await started(url, async () => {
      await until('all arrived', () => receiver.countsAt('/').size === EVENTS, 60);
    });
    expect(arrived()).toEqual(each());
  });

  it('with its subscribers disabled sends nothing until they are enabled, and then all', async () => {
    const { url, summary } = await copy(true);
    expect(summary).toMatchObject({ disabled_subscribers: 1, waiting: { deliveries: 0, subscribers: 0 } });
    await started(url, async (application) => {
      const world = new WebhookWorld(
        application,
        (
          await application.database.query<{ id: string }[]>(
            'SELECT organization_id AS id FROM webhook_subscribers',
          )
        )[0]?.id,
      );
      await world.until({ parked: EVENTS }, 60);
      expect(receiver.received).toEqual([]);
      const service = application.get(WebhookSubscriberService);
      expect(await service.get(world.organizationId, subscriberId)).toMatchObject({
        status: 'disabled',
        disabled_reason: 'requested',
      });
      await service.update(world.organizationId, subscriberId, { status: 'enabled' });
      await world.until({ delivered: EVENTS }, 60);
    });
    expect(arrived()).toEqual(each());
  });
});
