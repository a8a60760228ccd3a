import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { AdmissionRepository } from '../../../../src/contexts/integrations/delivery-pipeline/admission/admission.repository.js';
import {
  AttemptRepository,
  type AttemptResult,
} from '../../../../src/contexts/integrations/delivery-pipeline/attempts/attempt.repository.js';
import { EventRelayRepository } from '../../../../src/contexts/integrations/delivery-pipeline/relay/event-relay.repository.js';
import { RequestTraffic } from '../../../../src/contexts/integrations/delivery-pipeline/background/request-traffic.js';
import { UnitOfWork } from '../../../../src/platform/database/index.js';
import { createTestModule, type TestModule } from '../../../support/application/test-application.js';
import { WebhookWorld, webhookSettings } from '../../../support/application/webhook-world.js';

const SUBSCRIBERS = 30;
const EVENTS = 50;
const TOGETHER = 16;
const answered: AttemptResult = {
  status: 200,
  errorClass: null,
  durationMs: 5,
  responseBody: 'ok',
  retryAfter: null,
};

const tables = ['outbox_events', 'webhook_messages', 'webhook_deliveries', 'webhook_attempts'];

/** Statements are planned while nothing is due, whether PostgreSQL knows that or not, and never again. */
describe.each(['empty and never vacuumed', 'empty and vacuumed', 'those of a burst that is over'])(
  'a burst into tables that are %s',
  (before) => {
    let application: TestModule;

    beforeAll(async () => {
      // Asked beside the work, it would take a second connection, whose counts PostgreSQL hears of later.
      jest.spyOn(RequestTraffic.prototype, 'isServed').mockResolvedValue(false);
      application = await createTestModule({ settings: webhookSettings });
      for (const table of tables) {
        await application.database.query(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
        if (before === 'empty and vacuumed') await application.database.query(`VACUUM ${table}`);
      }
      const webhooks = new WebhookWorld(application);
      const id = await webhooks.subscriber('http://127.0.0.1:9000', 'client.created');
      await webhooks.copies(id, SUBSCRIBERS - 1);
      if (before === 'those of a burst that is over') {
        await burst();
        for (const table of tables) await application.database.query(`VACUUM ANALYZE ${table}`);
      }
      // So often that PostgreSQL plans once for all times.
      for (let n = 0; n < 10; n += 1) expect(await deliverAll()).toBe(0);
    });
    afterAll(async () => {
      jest.restoreAllMocks();
      await application.close();
    });

    const deliverAll = async (): Promise<number> => {
      const admission = application.get(AdmissionRepository);
      const attempts = application.get(AttemptRepository);
      let count = 0;
      for (;;) {
        const queued = await application.get(UnitOfWork).run(async () => {
          expect(await admission.tryAdmissionLock()).toBe(true);
          const due = await admission.due(TOGETHER);
          return due.length === 0 ? [] : admission.queue(due);
        });
        if (queued.length === 0) return count;
        const claimed = await attempts.claim(queued.map(({ id }) => id));
        const results = claimed.flatMap((attempt) => (attempt ? [{ attempt, exchange: answered }] : []));
        const recorded = await attempts.succeed(results);
        count += recorded.filter(({ isOurs }) => isOurs).length;
      }
    };

    const burst = async (): Promise<void> => {
      await new WebhookWorld(application).written(EVENTS, 'client.created');
      const relay = application.get(EventRelayRepository);
      while ((await relay.relay(10)).events > 0);
      expect(await deliverAll()).toBe(SUBSCRIBERS * EVENTS);
    };

    /** Rows that were read of each table until now. */
    const readRows = async (): Promise<Record<string, number>> => {
      await application.database.query('SELECT pg_stat_force_next_flush()');
      const rows = await application.database.query<{ relname: string; read: string }[]>(
        'SELECT relname, seq_tup_read + idx_tup_fetch AS read FROM pg_stat_user_tables WHERE relname = ANY($1)',
        [Object.keys(most)],
      );
      return Object.fromEntries(rows.map(({ relname, read }) => [relname, Number(read)]));
    };

    /** For each delivery. */
    const most = {
      webhook_deliveries: 40,
      webhook_attempts: 4,
      webhook_messages: 2,
      webhook_subscribers: 10,
    };

    it('reads a few rows for each delivery, however many there are', async () => {
      const before = await readRows();
      await burst();
      const after = await readRows();
      const read = Object.entries(most).map(([table, rows]) => ({
        table,
        rows,
        read: ((after[table] ?? 0) - (before[table] ?? 0)) / (SUBSCRIBERS * EVENTS),
      }));
      expect(read.filter(({ rows, read }) => read > rows)).toEqual([]);
    });
  },
);
