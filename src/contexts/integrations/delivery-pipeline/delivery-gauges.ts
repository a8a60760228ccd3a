import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '../../../platform/config/index.js';
import type { WebhookSettings } from '../integrations.settings.js';
import { Database, UnitOfWork } from '../../../platform/database/index.js';
import { Deliverer } from './attempts/deliverer.js';
import type { DeliveryReading } from './delivery-reading.js';
import { DeliveryQueue } from './queue/delivery-queue.js';
import { withoutSequentialScans, withoutSorts } from './background/pipeline-database.js';
import { inFlight, roomParameters, subscribersWithRoom } from './admission/receiver-room.js';
import { isLeased } from './deliveries/delivery-conditions.js';
import { Sweeper } from './leases/sweeper.js';

type StoredFigures = Omit<DeliveryReading, 'takeovers' | 'attempts' | 'queue'>;

// A connection freed a moment ago already has its next delivery on the way.
const usedLately = `${inFlight}
    UNION ALL SELECT organization_id, webhook_subscriber_id, 1 FROM webhook_deliveries
    WHERE state = 'delivered' AND modified_at > now() - interval '1 second'`;

const figures = `
  WITH RECURSIVE ${subscribersWithRoom(usedLately)}, due AS (
    SELECT o.room > 0 AS has_room, d.next_attempt_at, GREATEST(d.next_attempt_at, o.held_up_until) AS since
    FROM open o CROSS JOIN (VALUES (false), (true)) AS kind (is_late) CROSS JOIN LATERAL (
      SELECT d.next_attempt_at FROM webhook_deliveries d
      WHERE d.organization_id = o.organization_id AND d.webhook_subscriber_id = o.webhook_subscriber_id
        AND d.state = 'pending' AND (d.attempts >= 2) = kind.is_late AND d.next_attempt_at <= now()
      ORDER BY d.next_attempt_at, d.id LIMIT 1) d
  ), flight AS (
    SELECT (count(*) FILTER (WHERE state = 'queued'))::int AS queued,
      (count(*) FILTER (WHERE state = 'sending'))::int AS sending,
      min(CASE WHEN state = 'queued' THEN GREATEST(next_attempt_at, lease_until - $7 * interval '1 second')
        WHEN lease_until < now() THEN lease_until END) AS oldest
    FROM webhook_deliveries WHERE ${isLeased()}
  ), oldest AS (
    SELECT LEAST((SELECT min(since) FROM due WHERE has_room), (SELECT oldest FROM flight)) AS due,
      (SELECT min(next_attempt_at) FROM due WHERE NOT has_room) AS held_up,
      (SELECT occurred_at FROM outbox_events ORDER BY number LIMIT 1) AS event
  )
  SELECT flight.queued, flight.sending,
    GREATEST(0, extract(epoch FROM now() - oldest.due))::float8 AS "oldestDueSeconds",
    GREATEST(0, extract(epoch FROM now() - oldest.held_up))::float8 AS "oldestHeldUpSeconds",
    GREATEST(0, extract(epoch FROM now() - oldest.event))::float8 AS "oldestOutboxSeconds"
  FROM flight, oldest`;

@Injectable()
export class DeliveryGauges {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly sweeper: Sweeper,
    private readonly deliverer: Deliverer,
    private readonly queue: DeliveryQueue,
    @Inject(SETTINGS) private readonly settings: WebhookSettings,
  ) {}

  /**
   * A delivery waits for us while it is due and its receiver has capacity, until its attempt begins, and from
   * the expiry of its lease; otherwise for its receiver. Deliveries to disabled subscribers are never due.
   */
  async read(): Promise<DeliveryReading> {
    const gauges = await this.unitOfWork.run(async () => {
      const set = this.database.rows(`SELECT ${withoutSorts}, ${withoutSequentialScans}`);
      const asked = this.database.first<StoredFigures>(figures, [
        ...roomParameters(this.settings),
        this.settings.WEBHOOK_QUEUE_LEASE_SECONDS,
      ]);
      return (await Promise.all([asked, set]))[0];
    });
    const none = {
      queued: 0,
      sending: 0,
      oldestDueSeconds: 0,
      oldestHeldUpSeconds: 0,
      oldestOutboxSeconds: 0,
    };
    return {
      ...(gauges ?? none),
      takeovers: this.sweeper.takeovers,
      attempts: this.deliverer.ended,
      queue: this.queue.state,
    };
  }

  /** Counts row by row: slow with many deliveries. */
  async countPending(): Promise<number> {
    const counted = await this.database.first<{ count: number }>(
      `SELECT count(*)::int AS count FROM webhook_deliveries WHERE state = 'pending'`,
    );
    return counted?.count ?? 0;
  }
}
