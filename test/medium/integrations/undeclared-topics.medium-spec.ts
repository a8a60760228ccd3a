import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId } from '../../../src/platform/values/index.js';
import { createTestModule, type TestModule } from '../../support/application/test-application.js';
import { WebhookReceiver } from '../../support/servers/webhook-receiver.js';
import { WebhookWorld, webhookSettings } from '../../support/application/webhook-world.js';

let application: TestModule;
let receiver: WebhookReceiver;

beforeAll(async () => {
  application = await createTestModule({ settings: webhookSettings, delivers: true });
  receiver = await new WebhookReceiver().start();
});
afterAll(async () => {
  await application.close();
  await receiver.stop();
});

it('an event whose topic is declared no longer is delivered all the same', async () => {
  const webhooks = new WebhookWorld(application);
  await webhooks.subscriber(receiver.url(), '*');
  await application.database.query(
    `INSERT INTO outbox_events (id, organization_id, topic, body, occurred_at)
     VALUES ($1, $2, 'relic.found', '{"Topic":"relic.found"}', now())`,
    [newId(), application.organizationId],
  );
  await webhooks.until({ delivered: 1 });
  expect(receiver.received).toHaveLength(1);
  expect(await webhooks.rows()).toMatchObject([{ topic: 'relic.found', outcomes: ['succeeded'] }]);
});
