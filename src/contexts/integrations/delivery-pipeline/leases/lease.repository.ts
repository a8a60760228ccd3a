import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../../platform/config/settings.js';
import { isAttemptOf } from '../deliveries/delivery-conditions.js';
import { PipelineDatabase } from '../background/pipeline-database.js';

export interface DeliveryId {
  readonly organization_id: string;
  readonly id: string;
}

const ABANDONED_IN_A_ROW = 5;

/** Deliveries whose process has died, froze or stops. Each method is one statement. */
@Injectable()
export class LeaseRepository {
  constructor(
    private readonly database: PipelineDatabase,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @returns how many attempts were under way, so that their receivers may get them twice */
  takeOverExpired(most: number): Promise<number> {
    return this.release('d.lease_until < now() LIMIT $2', [most]);
  }

  /** What this process has not ended is due for the others at once. @returns how many attempts were under way */
  giveBack(owner: string): Promise<number> {
    return this.release('d.lease_owner = $2', [owner]);
  }

  /** Deliveries that the queue should have brought long since, oldest first. */
  queuedFor(seconds: number, queueLeaseSeconds: number, most: number): Promise<DeliveryId[]> {
    return this.database.rows(
      `SELECT organization_id, id FROM webhook_deliveries
       WHERE state = 'queued' AND lease_until < now() + $1 * interval '1 second'
       ORDER BY lease_until LIMIT $2`,
      [queueLeaseSeconds - seconds, most],
    );
  }

  // An attempt that nobody saw the end of is made again and does not count, unless it was one of many in a row: then
  // it may be the delivery that ends its processes, and must come to an end itself. Subscribers that somebody is
  // changing at this moment are left for the next time, so that nobody waits for each other.
  private async release(which: string, parameters: readonly unknown[]): Promise<number> {
    const released = await this.database.first<{ attempts: number }>(
      `WITH released AS MATERIALIZED (
         SELECT d.organization_id, d.id, d.state, d.lease_token, d.attempts, s.status,
           d.is_redelivery OR d.topic = 'webhook.ping' AS is_single_attempt
         FROM webhook_deliveries d JOIN webhook_subscribers s
           ON s.organization_id = d.organization_id AND s.id = d.webhook_subscriber_id
         WHERE d.state IN ('queued', 'sending') AND ${which}
         FOR NO KEY UPDATE OF d SKIP LOCKED FOR SHARE OF s SKIP LOCKED
       ), judged AS MATERIALIZED (
         SELECT r.*, r.state = 'sending' AND ${ABANDONED_IN_A_ROW} = (
           SELECT count(*) FILTER (WHERE last.outcome IN ('started', 'abandoned')) FROM (
             SELECT a.outcome FROM webhook_attempts a
             WHERE a.organization_id = r.organization_id AND a.webhook_delivery_id = r.id
             ORDER BY a.number DESC LIMIT ${ABANDONED_IN_A_ROW}) last) AS counts
         FROM released r
       ), planned AS MATERIALIZED (
         SELECT j.*, CASE WHEN j.counts THEN
           CASE WHEN NOT j.is_single_attempt THEN ($1::integer[])[j.attempts] END ELSE 0 END AS retry_in_seconds
         FROM judged j
       ), deliveries AS (
         UPDATE webhook_deliveries d SET
           state = CASE WHEN r.retry_in_seconds IS NULL THEN 'exhausted' WHEN r.status = 'enabled' THEN 'pending'
             WHEN r.status = 'disabled' THEN 'parked' ELSE 'cancelled' END,
           next_attempt_at = CASE WHEN r.status <> 'enabled' OR r.retry_in_seconds IS NULL THEN NULL
             WHEN r.counts THEN now() + r.retry_in_seconds * interval '1 second'
             ELSE COALESCE(d.next_attempt_at, now()) END,
           attempts = d.attempts - CASE WHEN r.state = 'sending' AND NOT r.counts THEN 1 ELSE 0 END,
           lease_owner = NULL, lease_token = NULL, lease_until = NULL
         FROM planned r WHERE d.organization_id = r.organization_id AND d.id = r.id
       ), attempts AS (
         UPDATE webhook_attempts a SET outcome = 'abandoned'
         FROM released r WHERE ${isAttemptOf('r.organization_id', 'r.id', 'r.lease_token')}
       )
       SELECT (count(*) FILTER (WHERE state = 'sending'))::int AS attempts FROM released`,
      [this.settings.WEBHOOK_RETRY_DELAYS_SECONDS, ...parameters],
    );
    return released?.attempts ?? 0;
  }
}
