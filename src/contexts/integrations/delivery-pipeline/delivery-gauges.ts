import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../platform/config/settings.js';
import { Database, UnitOfWork } from '../../../platform/database/index.js';
import type { DeliveryFigures, DeliveryReading } from '../../../platform/health/delivery-figures.port.js';
import { Deliverer } from './attempts/deliverer.js';
import { DeliveryQueue } from './queue/delivery-queue.js';
import { alongIndexes, withoutSorts } from './background/pipeline-database.js';
import { inFlight, roomParameters, subscribersWithRoom } from './admission/receiver-room.js';
import { Sweeper } from './leases/sweeper.js';

type StoredFigures = Omit<DeliveryReading, 'takeovers' | 'attempts' | 'queue'>;

// A place that somebody has left a moment ago is not free: the next delivery is on its way to it.
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
    FROM webhook_deliveries WHERE state IN ('queued', 'sending')
  ), oldest AS (
    SELECT LEAST((SELECT min(since) FROM due WHERE has_room), (SELECT oldest FROM flight)) AS due,
      (SELECT min(next_attempt_at) FROM due WHERE NOT has_room) AS held_up,
      (SELECT occurred_at FROM outbox_events WHERE status = 'pending' ORDER BY id LIMIT 1) AS event
  )
  SELECT flight.queued, flight.sending,
    GREATEST(0, extract(epoch FROM now() - oldest.due))::float8 AS "oldestDueSeconds",
    GREATEST(0, extract(epoch FROM now() - oldest.held_up))::float8 AS "oldestHeldUpSeconds",
    GREATEST(0, extract(epoch FROM now() - oldest.event))::float8 AS "oldestOutboxSeconds"
  FROM flight, oldest`;

/** Tells the platform, which cannot see this context, how the deliveries stand. A queue that is dead shows in the ages. */
@Injectable()
export class DeliveryGauges implements DeliveryFigures {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly sweeper: Sweeper,
    private readonly deliverer: Deliverer,
    private readonly queue: DeliveryQueue,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * A delivery waits for us from when it is due and its receiver has a place for it: until a process has it, until its
   * attempt begins, and from the end of its lease where that has not ended. Otherwise it waits for its receiver. Those
   * to disabled subscribers are not due, however old they are.
   */
  async read(): Promise<DeliveryReading> {
    const gauges = await this.unitOfWork.run(async () => {
      const set = this.database.rows(`SELECT ${withoutSorts}, ${alongIndexes}`);
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

  async countPending(): Promise<number> {
    const counted = await this.database.first<{ count: number }>(
      `SELECT count(*)::int AS count FROM webhook_deliveries WHERE state = 'pending'`,
    );
    return counted?.count ?? 0;
  }
}
