import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/index.js';
import type { DeliveryFigures, DeliveryReading } from '../../../platform/health/delivery-figures.port.js';
import { Deliverer } from './deliverer.js';
import { isPendingByTime } from './delivery-conditions.js';
import { DeliveryQueue } from './delivery-queue.js';
import { Sweeper } from './sweeper.js';

type StoredFigures = Omit<DeliveryReading, 'takeovers' | 'attempts' | 'queue'>;

/** Tells the platform, which cannot see this context, how the deliveries stand. A queue that is dead shows in the ages. */
@Injectable()
export class DeliveryGauges implements DeliveryFigures {
  constructor(
    private readonly database: Database,
    private readonly sweeper: Sweeper,
    private readonly deliverer: Deliverer,
    private readonly queue: DeliveryQueue,
  ) {}

  /**
   * Deliveries to disabled subscribers are not due, however old they are; those are that a process has and makes no
   * attempt of, or has not ended in its time.
   */
  async read(): Promise<DeliveryReading> {
    const gauges = await this.database.first<StoredFigures>(
      `SELECT flight.queued, flight.sending,
         GREATEST(0, extract(epoch FROM now() -
           LEAST((SELECT min(next_attempt_at) FROM webhook_deliveries WHERE ${isPendingByTime}), flight.oldest)
         ))::float8 AS "oldestDueSeconds",
         GREATEST(0, extract(epoch FROM now() - (
           SELECT occurred_at FROM outbox_events WHERE status = 'pending' ORDER BY id LIMIT 1)))::float8
           AS "oldestOutboxSeconds"
       FROM (SELECT (count(*) FILTER (WHERE state = 'queued'))::int AS queued,
           (count(*) FILTER (WHERE state = 'sending'))::int AS sending,
           min(next_attempt_at) FILTER (WHERE state = 'queued' OR lease_until < now()) AS oldest
         FROM webhook_deliveries WHERE state IN ('queued', 'sending')) flight`,
    );
    const none = { queued: 0, sending: 0, oldestDueSeconds: 0, oldestOutboxSeconds: 0 };
    return {
      ...(gauges ?? none),
      takeovers: this.sweeper.takeovers,
      attempts: this.deliverer.ended,
      queue: this.queue.state,
    };
  }

  async countPending(): Promise<number> {
    const counted = await this.database.first<{ count: number }>(
      `SELECT count(*)::int AS count FROM webhook_deliveries WHERE state = 'pending'`,
    );
    return counted?.count ?? 0;
  }
}
