import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Admission } from '../../../../src/contexts/integrations/delivery-pipeline/admission/admission.js';
import { Deliverer } from '../../../../src/contexts/integrations/delivery-pipeline/attempts/deliverer.js';
import { EventRelayRepository } from '../../../../src/contexts/integrations/delivery-pipeline/relay/event-relay.repository.js';
import { createTestModule, type TestModule } from '../../../support/application/test-application.js';
import { forgetWebhooks, WebhookWorld, webhookSettings } from '../../../support/application/webhook-world.js';

const SLOTS = 20;

describe('admission beside another process', () => {
  let application: TestModule;

  beforeAll(async () => {
    application = await createTestModule({
      settings: { ...webhookSettings, WEBHOOK_CONCURRENCY: `${SLOTS}`, WEBHOOK_SUBSCRIBER_CAP: '100' },
    });
    // What is admitted stays as it is.
    await application.get(Deliverer).stop(0);
  });
  beforeEach(() => forgetWebhooks(application));
  afterAll(() => application.close());

  /** Forty deliveries with so many attempts behind them, some of which another process is sending. */
  const deliveries = async (attempts: number, held: number): Promise<void> => {
    const webhooks = new WebhookWorld(application);
    await webhooks.subscriber('http://127.0.0.1:8080');
    await webhooks.written(40);
    await application.get(EventRelayRepository).relay(100);
    await application.database.query('UPDATE webhook_deliveries SET attempts = $1', [attempts]);
    await application.database.query(
      `UPDATE webhook_deliveries SET state = 'sending', attempts = attempts + 1, lease_owner = $1,
         lease_token = gen_random_uuid(), lease_until = now() + interval '60 seconds'
       WHERE id IN (SELECT id FROM webhook_deliveries ORDER BY id LIMIT $2)`,
      [randomUUID(), held],
    );
  };

  const inFlight = async (): Promise<number> => {
    const [row] = await application.database.query<{ count: number }[]>(
      `SELECT count(*)::int FROM webhook_deliveries WHERE state IN ('queued', 'sending')`,
    );
    return row?.count ?? 0;
  };

  it.each([
    ['first attempts, up to half of its slots for one organization', 0, 10, 10],
    ['first attempts, of the slots of both no more than half', 0, 14, 6],
    ['late attempts, up to 30 % of its slots', 2, 2, 6],
    ['late attempts, of the slots of both no more than 30 %', 2, 8, 4],
  ])('takes %s', async (_, attempts, held, admitted) => {
    await deliveries(attempts, held);
    await application.get(Admission).run();
    expect((await inFlight()) - held).toBe(admitted);
  });
});
