import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AdmissionRepository } from '../../../src/contexts/integrations/delivery-pipeline/admission.repository.js';
import {
  AttemptRepository,
  type Sent,
} from '../../../src/contexts/integrations/delivery-pipeline/attempt.repository.js';
import { EventRelayRepository } from '../../../src/contexts/integrations/delivery-pipeline/event-relay.repository.js';
import { createTestApplication, type TestApplication } from '../../support/test-application.js';
import { WebhookWorld, webhookSettings } from '../../support/webhook-world.js';

const SUBSCRIBERS = 30;
const EVENTS = 100;
const TOGETHER = 32;
const answered: Sent = { status: 200, errorClass: null, durationMs: 5, responseBody: 'ok', retryAfter: null };

const tables = ['outbox_events', 'webhook_messages', 'webhook_deliveries', 'webhook_attempts'];

/** Statements are planned while the tables are empty, whether PostgreSQL knows that or not, and never again. */
describe.each(['never vacuumed', 'vacuumed'])('a burst into tables that are empty and were %s', (before) => {
  let application: TestApplication;

  beforeAll(async () => {
    application = await createTestApplication({ settings: webhookSettings });
    for (const table of tables) {
      await application.database.query(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
      if (before === 'vacuumed') await application.database.query(`VACUUM ${table}`);
    }
    const webhooks = new WebhookWorld(application);
    for (let n = 0; n < SUBSCRIBERS; n += 1)
      await webhooks.subscriber('http://127.0.0.1:9000', 'client.created');
  });
  afterAll(() => application.close());

  const deliverAll = async (): Promise<number> => {
    const admission = application.get(AdmissionRepository);
    const attempts = application.get(AttemptRepository);
    let count = 0;
    for (;;) {
      const queued = await admission.queue(await admission.due(TOGETHER));
      if (queued.length === 0) return count;
      const claimed = await attempts.claim(queued.map(({ id }) => id));
      const results = claimed.flatMap((attempt) => (attempt ? [{ attempt, exchange: answered }] : []));
      const recorded = await attempts.succeed(results);
      count += recorded.filter(({ isOurs }) => isOurs).length;
    }
  };

  /** Rows that were read of a table until now, for each delivery. */
  const readPerDelivery = async (table: string): Promise<number> => {
    const [row] = await application.database.query<{ read: string }[]>(
      `SELECT seq_tup_read + idx_tup_fetch AS read, pg_stat_force_next_flush()
       FROM pg_stat_user_tables WHERE relname = $1`,
      [table],
    );
    return Number(row?.read) / (SUBSCRIBERS * EVENTS);
  };

  it('reads a few rows for each delivery, however many there are', async () => {
    await application.database.query(
      `INSERT INTO outbox_events (id, organization_id, topic, body, occurred_at)
       SELECT gen_random_uuid(), $1, 'client.created', '{}', now() FROM generate_series(1, ${EVENTS})`,
      [application.organizationId],
    );
    const relay = application.get(EventRelayRepository);
    while ((await relay.relay(10)).events > 0);
    expect(await deliverAll()).toBe(SUBSCRIBERS * EVENTS);
    expect(await readPerDelivery('webhook_deliveries')).toBeLessThan(60);
    expect(await readPerDelivery('webhook_attempts')).toBeLessThan(5);
  });
});
