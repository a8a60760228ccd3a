import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../../platform/config/settings.js';
import { Database } from '../../../../platform/database/index.js';

export interface Followed {
  readonly deliveries: number;
  /** Subscribers whose deliveries have all followed. */
  readonly subscribers: number;
}

/** Brings deliveries into the state that the status of their subscriber wants: the status is the truth. */
@Injectable()
export class StatusChangeRepository {
  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * A batch of one subscriber whose status has changed. One statement that waits for nobody: a subscriber or a delivery
   * that somebody holds is left for the next time. The mark is taken away only by a statement that began after the
   * change was committed, because that one sees every delivery that was made before.
   * @param subscriberId of this one; absent: of any
   */
  async follow(subscriberId?: string): Promise<Followed> {
    const followed = await this.database.first<Followed>(
      `WITH seen AS MATERIALIZED (
         SELECT organization_id, id, status_change FROM webhook_subscribers
         WHERE status_change IS NOT NULL AND ($2::uuid IS NULL OR id = $2) ORDER BY random() LIMIT 100
       ), held AS MATERIALIZED (
         SELECT s.organization_id, s.id, s.status,
           CASE s.status WHEN 'enabled' THEN 'pending' WHEN 'disabled' THEN 'parked' ELSE 'cancelled' END AS becomes,
           CASE s.status WHEN 'enabled' THEN ARRAY['parked'] WHEN 'disabled' THEN ARRAY['pending', 'queued']
             ELSE ARRAY['pending', 'queued', 'parked'] END AS states
         FROM seen JOIN webhook_subscribers s ON s.organization_id = seen.organization_id AND s.id = seen.id
           AND s.status_change = seen.status_change
         LIMIT 1 FOR NO KEY UPDATE OF s SKIP LOCKED
       ), behind AS MATERIALIZED (
         SELECT d.organization_id, d.id, h.becomes FROM held h JOIN webhook_deliveries d
           ON d.organization_id = h.organization_id AND d.webhook_subscriber_id = h.id AND d.state = ANY (h.states) AND ${mayFollow}
         LIMIT $1 FOR NO KEY UPDATE OF d SKIP LOCKED
       ), moved AS (
         UPDATE webhook_deliveries d SET state = b.becomes, lease_owner = NULL, lease_until = NULL,
           next_attempt_at = CASE b.becomes WHEN 'pending' THEN now() END
         FROM behind b WHERE d.organization_id = b.organization_id AND d.id = b.id
         RETURNING 1
       ), done AS (
         UPDATE webhook_subscribers s SET status_change = NULL FROM held h
         WHERE s.organization_id = h.organization_id AND s.id = h.id AND NOT EXISTS (
           SELECT FROM webhook_deliveries d WHERE d.organization_id = h.organization_id
             AND d.webhook_subscriber_id = h.id AND d.state = ANY (h.states) AND ${mayFollow})
         RETURNING 1
       )
       SELECT (SELECT count(*)::int FROM moved) AS deliveries, (SELECT count(*)::int FROM done) AS subscribers`,
      [this.settings.WEBHOOK_CHANGE_BATCH, subscriberId ?? null],
    );
    return followed ?? { deliveries: 0, subscribers: 0 };
  }
}

// Says what the list of states says already, so that an index of these is taken.
const mayFollow = "d.state IN ('pending', 'queued', 'parked')";
