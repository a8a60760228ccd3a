import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '../../../../platform/config/index.js';
import type { WebhookSettings } from '../../integrations.settings.js';
import {
  isAttemptOf,
  isLeased,
  isSingleAttempt,
  stateAfterFailure,
} from '../deliveries/delivery-conditions.js';
import { delays, retryPlanOf } from '../attempts/retry-plan.js';
import type { DeliveryId } from '../deliveries/delivery-id.js';
import { PipelineDatabase } from '../background/pipeline-database.js';

const ABANDONED_IN_A_ROW = 5;

@Injectable()
export class LeaseRepository {
  constructor(
    private readonly database: PipelineDatabase,
    @Inject(SETTINGS) private readonly settings: WebhookSettings,
  ) {}

  /** @returns how many attempts were under way, so that receivers may get them twice */
  takeOverExpired(limit: number): Promise<number> {
    return this.release('d.lease_until < now() LIMIT $2', [limit]);
  }

  /** Makes this process's deliveries due for others. @returns as above */
  giveBack(owner: string): Promise<number> {
    return this.release('d.lease_owner = $2', [owner]);
  }

  queuedFor(seconds: number, queueLeaseSeconds: number, limit: number): Promise<DeliveryId[]> {
    return this.database.rows(
      `SELECT organization_id, id FROM webhook_deliveries
       WHERE state = 'queued' AND lease_until < now() + $1 * interval '1 second'
       ORDER BY lease_until LIMIT $2`,
      [queueLeaseSeconds - seconds, limit],
    );
  }

  // A lost attempt is repeated uncounted, unless many in a row were lost: it may crash the process.
  // Skips locked subscribers, so that there is no deadlock.
  private async release(which: string, parameters: readonly unknown[]): Promise<number> {
    const released = await this.database.first<{ attempts: number }>(
      `WITH released AS MATERIALIZED (
         SELECT d.organization_id, d.id, d.state, d.lease_token, d.attempts, s.status,
           ${isSingleAttempt('d')} AS is_single_attempt
         FROM webhook_deliveries d JOIN webhook_subscribers s
           ON s.organization_id = d.organization_id AND s.id = d.webhook_subscriber_id
         WHERE ${isLeased('d.state')} AND ${which}
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
           CASE WHEN NOT j.is_single_attempt THEN ($1::float8[])[j.attempts] END ELSE 0 END AS retry_in_seconds
         FROM judged j
       ), deliveries AS (
         UPDATE webhook_deliveries d SET
           state = ${stateAfterFailure('r.retry_in_seconds', 'r.status')},
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
      [delays(retryPlanOf(this.settings)), ...parameters],
    );
    return released?.attempts ?? 0;
  }
}
