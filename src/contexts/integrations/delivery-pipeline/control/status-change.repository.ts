import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '../../../../platform/config/index.js';
import type { WebhookSettings } from '../../integrations.settings.js';
import { Database } from '../../../../platform/database/index.js';
import { isOneOf, stateByStatus, statesMovedByStatus } from '../deliveries/delivery-conditions.js';

export interface Followed {
  readonly deliveries: number;
  readonly subscribers: number;
}

@Injectable()
export class StatusChangeRepository {
  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: WebhookSettings,
  ) {}

  /**
   * One batch of one subscriber, skipping locked rows. Only a statement that began after the commit of the
   * status removes the mark, because it sees every earlier delivery.
   */
  async follow(subscriberId?: string): Promise<Followed> {
    const followed = await this.database.first<Followed>(
      `WITH seen AS MATERIALIZED (
         SELECT organization_id, id, status_change FROM webhook_subscribers
         WHERE status_change IS NOT NULL AND ($2::uuid IS NULL OR id = $2) ORDER BY random() LIMIT 100
       ), locked AS MATERIALIZED (
         SELECT s.organization_id, s.id, s.status,
           ${stateByStatus('s.status')} AS becomes, ${statesMovedByStatus('s.status')} AS states
         FROM seen JOIN webhook_subscribers s ON s.organization_id = seen.organization_id AND s.id = seen.id
           AND s.status_change = seen.status_change
         LIMIT 1 FOR NO KEY UPDATE OF s SKIP LOCKED
       ), behind AS MATERIALIZED (
         SELECT d.organization_id, d.id, l.becomes FROM locked l JOIN webhook_deliveries d
           ON d.organization_id = l.organization_id AND d.webhook_subscriber_id = l.id AND d.state = ANY (l.states) AND ${mayFollow}
         LIMIT $1 FOR NO KEY UPDATE OF d SKIP LOCKED
       ), moved AS (
         UPDATE webhook_deliveries d SET state = b.becomes, lease_owner = NULL, lease_until = NULL,
           next_attempt_at = CASE b.becomes WHEN 'pending' THEN now() END
         FROM behind b WHERE d.organization_id = b.organization_id AND d.id = b.id
         RETURNING 1
       ), done AS (
         UPDATE webhook_subscribers s SET status_change = NULL FROM locked l
         WHERE s.organization_id = l.organization_id AND s.id = l.id AND NOT EXISTS (
           SELECT FROM webhook_deliveries d WHERE d.organization_id = l.organization_id
             AND d.webhook_subscriber_id = l.id AND d.state = ANY (l.states) AND ${mayFollow})
         RETURNING 1
       )
       SELECT (SELECT count(*)::int FROM moved) AS deliveries, (SELECT count(*)::int FROM done) AS subscribers`,
      [this.settings.WEBHOOK_CHANGE_BATCH, subscriberId ?? null],
    );
    return followed ?? { deliveries: 0, subscribers: 0 };
  }
}

const mayFollow = isOneOf('d.state', ['pending', 'queued', 'parked']);
