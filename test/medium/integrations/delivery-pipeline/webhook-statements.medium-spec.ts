import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll, beforeAll, expect, describe, it, jest } from '@jest/globals';
import { AdmissionRepository } from '../../../../src/contexts/integrations/delivery-pipeline/admission/admission.repository.js';
import { AttemptRepository } from '../../../../src/contexts/integrations/delivery-pipeline/attempts/attempt.repository.js';
import { RequestTraffic } from '../../../../src/contexts/integrations/delivery-pipeline/background/request-traffic.js';
import { DeliveryControlRepository } from '../../../../src/contexts/integrations/delivery-pipeline/control/delivery-control.repository.js';
import { StatusChangeRepository } from '../../../../src/contexts/integrations/delivery-pipeline/control/status-change.repository.js';
import { DeliveryGauges } from '../../../../src/contexts/integrations/delivery-pipeline/delivery-gauges.js';
import { LeaseRepository } from '../../../../src/contexts/integrations/delivery-pipeline/leases/lease.repository.js';
import { EventRelayRepository } from '../../../../src/contexts/integrations/delivery-pipeline/relay/event-relay.repository.js';
import { DeliveryRetention } from '../../../../src/contexts/integrations/delivery-pipeline/retention/delivery-retention.js';
import { Database } from '../../../../src/platform/database/index.js';
import { newId } from '../../../../src/platform/values/index.js';
import { visitedRows, wholeTableScans } from '../../../support/databases/explain.js';
import type { SentStatement } from '../../../support/databases/sent-statements.js';
import { createTestModule, type TestModule } from '../../../support/application/test-application.js';
import { WebhookWorld, webhookSettings } from '../../../support/application/webhook-world.js';

// Background work of the application goes on meanwhile.
const asking = new AsyncLocalStorage<boolean>();

const MANY = 10_000;

/** What the pipeline asks all day long, on 10,000 events and deliveries, most of which are over. */
describe('no statement of the pipeline goes through a whole table', () => {
  let application: TestModule;

  beforeAll(async () => {
    application = await createTestModule({ settings: webhookSettings });
    const webhooks = new WebhookWorld(application);
    await webhooks.copies(await webhooks.subscriber('http://127.0.0.1:9000', 'client.created'), 49);
    await webhooks.subscriber('http://127.0.0.1:9000', 'project.created');
    await application.database.query('TRUNCATE outbox_events');
    await webhooks.written(MANY);
    await write(
      `INSERT INTO webhook_messages (organization_id, id, topic, body, occurred_at)
       SELECT organization_id, id, topic, body, occurred_at FROM outbox_events`,
    );
    await write(
      `INSERT INTO webhook_deliveries (organization_id, id, webhook_message_id, webhook_subscriber_id, topic, state,
         next_attempt_at, lease_until, modified_at)
       SELECT m.organization_id, gen_random_uuid(), m.id, s.id, m.topic,
         CASE WHEN m.n % 300 = 0 THEN 'pending' WHEN m.n % 1000 = 1 THEN 'queued' ELSE 'delivered' END,
         CASE WHEN m.n % 300 = 0 OR m.n % 1000 = 1 THEN now() END, CASE WHEN m.n % 1000 = 1 THEN now() END,
         now() - interval '1 hour'
       FROM (SELECT *, row_number() OVER () AS n FROM webhook_messages) m
       JOIN (SELECT *, row_number() OVER () AS n FROM webhook_subscribers) s ON s.n = m.n % 51 + 1`,
    );
    await write(
      `INSERT INTO webhook_attempts (organization_id, id, webhook_delivery_id, number, started_at, outcome)
       SELECT organization_id, gen_random_uuid(), id, 1, now(), 'succeeded' FROM webhook_deliveries`,
    );
    await application.database.query('VACUUM ANALYZE');
  });
  afterAll(() => application.close());

  /** Many rows, without the checks and triggers that take longer than to write them. */
  const write = (statement: string, parameters: unknown[] = []): Promise<unknown> =>
    application.database.transaction(async (manager) => {
      await manager.query('SET LOCAL session_replication_role = replica');
      await manager.query(statement, parameters);
    });

  const asked = {
    relay: () => application.get(EventRelayRepository).relay(200),
    admission: () => application.get(AdmissionRepository).due(64),
    'admission, in flight': () => application.get(AdmissionRepository).inFlight(),
    'deliverer, claim': () => application.get(AttemptRepository).claim([newId(), newId()]),
    'sweeper, leases': () => application.get(LeaseRepository).takeOverExpired(500),
    'sweeper, queue': () => application.get(LeaseRepository).queuedFor(2, 60, 64),
    'status changes': () => application.get(StatusChangeRepository).follow(),
    'redelivery of a range': () =>
      application
        .get(DeliveryControlRepository)
        .redeliverRange(application.organizationId, newId(), newId(), newId(), []),
    retention: () => application.get(DeliveryRetention).removeOld(),
    gauges: () => application.get(DeliveryGauges).read(),
  };

  const statementsOf = async (ask: () => Promise<unknown>): Promise<SentStatement[]> => {
    // Asked by the pipeline's connection before it rests, whatever it was used for.
    const traffic = jest.spyOn(RequestTraffic.prototype, 'isServed').mockResolvedValue(false);
    const statements: SentStatement[] = [];
    const note = (...sent: SentStatement[]): never[] => {
      if (asking.getStore()) statements.push(...sent);
      return [];
    };
    const rows = jest
      .spyOn(Database.prototype, 'rows')
      .mockImplementation(async (text, parameters = []) => note([text, parameters]));
    const batch = jest
      .spyOn(Database.prototype, 'batch')
      .mockImplementation(async (settings, text, parameters) => note([settings, []], [text, parameters]));
    await asking.run(true, ask);
    for (const spy of [traffic, rows, batch]) spy.mockRestore();
    expect(statements.length).toBeGreaterThan(0);
    return statements;
  };

  it.each(Object.keys(asked) as (keyof typeof asked)[])('%s', async (name) => {
    const scans = await wholeTableScans(application.database, await statementsOf(asked[name]));
    // Subscribers, their topics and what waits for them are few, and are read whole where that costs less.
    expect(scans.filter((table) => !/subscri|waiting/.test(table))).toEqual([]);
  });

  // Of a burst they say that there is nothing, and of the quiet hour after it that there is much.
  describe.each(['delivered', 'pending'])('nor with statistics of a time when most were %s', (before) => {
    beforeAll(async () => {
      const become = (state: string): Promise<unknown> =>
        write(
          `UPDATE webhook_deliveries SET state = $1, next_attempt_at = now() - interval '1 minute'
           WHERE state NOT IN ('queued', $1)`,
          [state],
        );
      await become(before);
      await application.database.query('VACUUM ANALYZE webhook_deliveries');
      await become('pending');
    });

    const some = (state: string): Promise<{ organization_id: string; id: string }[]> =>
      application.database.query(
        'SELECT organization_id, id FROM webhook_deliveries WHERE state = $1 LIMIT 10',
        [state],
      );

    it.each(
      Object.entries({
        admission: async () => {
          await application.get(AdmissionRepository).tryAdmissionLock();
          return application.get(AdmissionRepository).due(64);
        },
        queueing: async () => application.get(AdmissionRepository).queue(await some('pending')),
        gauges: () => application.get(DeliveryGauges).read(),
        claiming: async () =>
          application.get(AttemptRepository).claim((await some('queued')).map(({ id }) => id)),
      }),
    )('%s', async (_name, ask) => {
      const visited = await visitedRows(application.database, await statementsOf(ask), [
        'webhook_deliveries',
      ]);
      expect(visited).toBeLessThan(MANY / 4);
    });
  });

  describe('nor while nearly all is due and one receiver sleeps', () => {
    beforeAll(async () => {
      await write(
        `WITH sleeping AS (SELECT id FROM webhook_subscribers ORDER BY id LIMIT 1)
         UPDATE webhook_deliveries d SET webhook_subscriber_id = sleeping.id, lease_until = NULL,
           next_attempt_at = now() - interval '1 hour', state = 'pending' FROM sleeping`,
      );
      await write(
        `UPDATE webhook_deliveries SET state = 'sending', lease_until = now() + interval '1 hour'
         WHERE id IN (SELECT id FROM webhook_deliveries LIMIT 8)`,
      );
      await application.database.query('VACUUM ANALYZE webhook_deliveries');
    });

    it.each([
      [
        'admission',
        async () => {
          await application.get(AdmissionRepository).tryAdmissionLock();
          return application.get(AdmissionRepository).due(64);
        },
      ],
      ['gauges', () => application.get(DeliveryGauges).read()],
    ])('%s', async (_name, ask) => {
      const visited = await visitedRows(application.database, await statementsOf(ask), [
        'webhook_deliveries',
      ]);
      expect(visited).toBeLessThan(MANY / 40);
    });

    it('and tells that all of it waits for its receiver', async () => {
      const gauges = await application.get(DeliveryGauges).read();
      expect([gauges.sending, gauges.oldestDueSeconds]).toEqual([8, 0]);
      expect(gauges.oldestHeldUpSeconds).toBeGreaterThan(3599);
    });
  });
});
