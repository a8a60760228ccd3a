import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../../platform/config/settings.js';
import { prepared } from '../../../../platform/database/index.js';
import type { Exchange } from '../../../../platform/outbound/index.js';
import { newId } from '../../../../platform/values/index.js';
import type { FailureOutcome } from './attempt-outcome.js';
import {
  begunAttempts,
  isOfEnabled,
  isSubscriberOf,
  noLease,
  startedNow,
  type ClaimedAttempt,
} from './claimed-attempt.js';
import { isAttemptOf, isQueuedById } from '../deliveries/delivery-conditions.js';
import { PipelineDatabase } from '../background/pipeline-database.js';
import { ProcessIdentity } from '../background/process-identity.js';

/** What came of an attempt, also of one that could not be sent at all. */
export interface Sent extends Omit<Exchange, 'errorClass' | 'isStale'> {
  readonly errorClass: Exchange['errorClass'] | 'secret_unreadable';
}

export interface Result {
  readonly attempt: ClaimedAttempt;
  readonly exchange: Sent;
}

export interface RecordedSuccess {
  /** Whether the lease was still ours; if not, nothing has changed. */
  readonly isOurs: boolean;
  /** Whether the subscriber has failures that this success ends. */
  readonly endsFailures: boolean;
}

const claimAll = prepared(`
  WITH free AS MATERIALIZED (
    SELECT d.organization_id, d.id, w.token FROM webhook_deliveries d
    JOIN unnest($1::uuid[], $2::uuid[]) AS w (id, token) ON w.id = d.id
    WHERE ${isQueuedById} AND ${isOfEnabled} FOR NO KEY UPDATE OF d SKIP LOCKED
  ), claimed AS (
    UPDATE webhook_deliveries d SET state = 'sending', attempts = d.attempts + 1,
      last_attempt_number = d.last_attempt_number + 1, lease_owner = $3, lease_token = f.token,
      lease_until = clock_timestamp() + $4 * interval '1 second'
    FROM free f WHERE d.organization_id = f.organization_id AND d.id = f.id
    RETURNING d.*, ${startedNow}
  ), ${begunAttempts}`);

const succeedAll = prepared(`
  WITH results AS (
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::integer[], $6::integer[], $7::text[])
      AS r (organization_id, delivery_id, lease_token, webhook_subscriber_id, duration_ms, response_status, response_body)
  ), done AS (
    UPDATE webhook_deliveries d SET state = 'delivered', next_attempt_at = NULL, ${noLease}
    FROM results r
    WHERE d.organization_id = r.organization_id AND d.id = r.delivery_id AND d.lease_token = r.lease_token
    RETURNING r.*
  ), attempts AS (
    UPDATE webhook_attempts a SET outcome = 'succeeded', duration_ms = d.duration_ms,
      response_status = d.response_status, response_body = d.response_body
    FROM done d WHERE ${isAttemptOf('d.organization_id', 'd.delivery_id', 'd.lease_token')}
  )
  SELECT r.lease_token, d.lease_token IS NOT NULL AS is_ours,
    (SELECT s.failures_in_row > 0 FROM webhook_subscribers s WHERE ${isSubscriberOf('r')}) AS is_failing
  FROM results r LEFT JOIN done d ON d.lease_token = r.lease_token`);

/** Each method is one statement: a process that freezes between two statements must not hold what others need. */
@Injectable()
export class AttemptRepository {
  constructor(
    private readonly database: PipelineDatabase,
    private readonly process: ProcessIdentity,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Takes deliveries that are queued, and notes the attempts. @returns null for one that somebody else has, or that has changed */
  async claim(deliveryIds: readonly string[]): Promise<(ClaimedAttempt | null)[]> {
    const tokens = deliveryIds.map(() => newId());
    const claimed = await this.database.rows<ClaimedAttempt>(
      claimAll,
      [deliveryIds, tokens, this.process.id, this.settings.WEBHOOK_LEASE_SECONDS],
      'withoutDisk',
    );
    const byId = new Map(claimed.map((attempt) => [attempt.delivery_id, attempt]));
    return deliveryIds.map((id) => take(byId, id));
  }

  /** Of all organizations at once, so it touches no subscriber: one that somebody holds would delay all the others. */
  async succeed(results: readonly Result[]): Promise<RecordedSuccess[]> {
    const recorded = await this.database.rows<{ lease_token: string; is_ours: boolean; is_failing: boolean }>(
      succeedAll,
      [
        results.map(({ attempt }) => attempt.organization_id),
        results.map(({ attempt }) => attempt.delivery_id),
        results.map(({ attempt }) => attempt.lease_token),
        results.map(({ attempt }) => attempt.webhook_subscriber_id),
        results.map(({ exchange }) => exchange.durationMs),
        results.map(({ exchange }) => exchange.status),
        results.map(({ exchange }) => exchange.responseBody),
      ],
    );
    const byToken = new Map(recorded.map((row) => [row.lease_token, row]));
    return results.map(({ attempt }) => {
      const row = byToken.get(attempt.lease_token);
      return { isOurs: row?.is_ours === true, endsFailures: row?.is_failing === true };
    });
  }

  /** After a success. @returns false while somebody holds the subscriber */
  async forgetFailures(organizationId: string, subscriberId: string): Promise<boolean> {
    const forgotten = await this.database.first<{ is_over: boolean }>(
      `WITH held AS MATERIALIZED (
         SELECT organization_id, id FROM webhook_subscribers
         WHERE organization_id = $1 AND id = $2 AND failures_in_row > 0 FOR NO KEY UPDATE SKIP LOCKED
       ), forgotten AS (
         UPDATE webhook_subscribers s SET failures_in_row = 0, failing_since = NULL
         FROM held h WHERE s.organization_id = h.organization_id AND s.id = h.id RETURNING 1
       )
       SELECT EXISTS (SELECT FROM forgotten) OR NOT EXISTS (
         SELECT FROM webhook_subscribers WHERE organization_id = $1 AND id = $2 AND failures_in_row > 0) AS is_over`,
      [organizationId, subscriberId],
    );
    return forgotten?.is_over === true;
  }

  /** What the attempts of a subscriber were before this one ended. */
  async recordOf(
    organizationId: string,
    subscriberId: string,
  ): Promise<{ failing_since: string | null; failures_in_row: number }> {
    const found = await this.database.first<{ failing_since: string | null; failures_in_row: number }>(
      'SELECT failing_since, failures_in_row FROM webhook_subscribers WHERE organization_id = $1 AND id = $2',
      [organizationId, subscriberId],
    );
    return found ?? { failing_since: null, failures_in_row: 0 };
  }

  /**
   * @param failingSince as it was when the outcome was decided: a success since then keeps the subscriber enabled
   * @returns whether the lease was still ours; if not, nothing has changed, nor while somebody holds the subscriber
   */
  async fail(
    attempt: ClaimedAttempt,
    exchange: Sent,
    { retryInSeconds, disable }: FailureOutcome,
    failingSince: string | null,
  ): Promise<'recorded' | 'late' | 'held'> {
    const { organization_id, delivery_id, lease_token, webhook_subscriber_id, started_at } = attempt;
    const result = await this.database.first<{ is_ours: boolean; is_done: boolean; is_held: boolean }>(
      `WITH mine AS MATERIALIZED (
         SELECT 1 FROM webhook_deliveries WHERE organization_id = $1 AND id = $2 AND lease_token = $3
       ), held AS MATERIALIZED (
         SELECT organization_id, id FROM webhook_subscribers
         WHERE organization_id = $1 AND id = $4 AND EXISTS (SELECT FROM mine) FOR NO KEY UPDATE SKIP LOCKED
       ), subscriber AS (
         UPDATE webhook_subscribers s SET failures_in_row = s.failures_in_row + 1, held_up_until = now(),
           failing_since = COALESCE(s.failing_since, $5::timestamptz),
           status = CASE WHEN ${disables} THEN 'disabled' ELSE s.status END,
           disabled_reason = CASE WHEN ${disables} THEN $7 ELSE s.disabled_reason END,
           disabled_at = CASE WHEN ${disables} THEN now() ELSE s.disabled_at END,
           status_change = CASE WHEN ${disables} THEN $3 ELSE s.status_change END
         FROM held h WHERE s.organization_id = h.organization_id AND s.id = h.id
         RETURNING s.status
       ), done AS (
         UPDATE webhook_deliveries d SET state = ${stateAfterFailure}, ${noLease},
           next_attempt_at = CASE WHEN s.status = 'enabled' THEN now() + $6::float8 * interval '1 second' END
         FROM subscriber s
         WHERE d.organization_id = $1 AND d.id = $2 AND d.lease_token = $3
         RETURNING 1
       ), attempt AS (
         UPDATE webhook_attempts a SET outcome = 'failed', duration_ms = $9, response_status = $10, error_class = $11,
           response_body = $12
         WHERE ${isAttemptOf('$1', '$2', '$3')} AND EXISTS (SELECT FROM done)
       )
       SELECT EXISTS (SELECT FROM mine) AS is_ours, EXISTS (SELECT FROM done) AS is_done,
         EXISTS (SELECT FROM held) AS is_held`,
      [
        organization_id,
        delivery_id,
        lease_token,
        webhook_subscriber_id,
        started_at,
        retryInSeconds,
        disable,
        failingSince,
        exchange.durationMs,
        exchange.status,
        exchange.errorClass,
        exchange.status === null ? null : exchange.responseBody,
      ],
    );
    if (result?.is_done) return 'recorded';
    return result?.is_ours && !result.is_held ? 'held' : 'late';
  }
}

const disables = `(s.status = 'enabled' AND
  ($7::text = 'gone' OR ($7 = 'failing' AND s.failing_since IS NOT DISTINCT FROM $8::timestamptz)))`;

// The subscriber may have been disabled or deleted while the attempt was under way.
const stateAfterFailure = `CASE WHEN $6::float8 IS NULL THEN 'exhausted' WHEN s.status = 'enabled' THEN 'pending'
  WHEN s.status = 'disabled' THEN 'parked' ELSE 'cancelled' END`;

// The same delivery may have been asked for twice at once: one of them gets it.
function take(byId: Map<string, ClaimedAttempt>, id: string): ClaimedAttempt | null {
  const attempt = byId.get(id) ?? null;
  byId.delete(id);
  return attempt;
}
