import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '../../../../platform/config/index.js';
import type { WebhookSettings } from '../../integrations.settings.js';
import { prepared } from '../../../../platform/database/index.js';
import type { Exchange } from '../../../../platform/outbound/index.js';
import { Clock, newId } from '../../../../platform/values/index.js';
import type { FailureOutcome } from './attempt-outcome.js';
import {
  claimLocked,
  hasEnabledSubscriber,
  isSubscriberOf,
  noLease,
  type ClaimedAttempt,
} from './claimed-attempt.js';
import { become, isAttemptOf, isQueuedById, stateAfterFailure } from '../deliveries/delivery-conditions.js';
import { moves } from '../deliveries/delivery-state.js';
import { disablingEvent, publishDisabling } from './disabling-event.js';
import { PipelineDatabase } from '../background/pipeline-database.js';
import { ProcessIdentity } from '../background/process-identity.js';

export interface AttemptResult extends Omit<Exchange, 'errorClass' | 'isStale'> {
  readonly errorClass: Exchange['errorClass'] | 'secret_unreadable';
}

export interface FinishedAttempt {
  readonly attempt: ClaimedAttempt;
  readonly exchange: AttemptResult;
}

export interface RecordedSuccess {
  readonly isOurs: boolean;
  readonly endsFailures: boolean;
}

const claimAll = prepared(`
  WITH free AS MATERIALIZED (
    SELECT d.organization_id, d.id, w.token FROM webhook_deliveries d
    JOIN unnest($1::uuid[], $2::uuid[]) AS w (id, token) ON w.id = d.id
    WHERE ${isQueuedById} AND ${hasEnabledSubscriber} FOR NO KEY UPDATE OF d SKIP LOCKED
  ), ${claimLocked('$3', '$4')}`);

const succeedAll = prepared(`
  WITH results AS (
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::integer[], $6::integer[], $7::text[])
      AS r (organization_id, delivery_id, lease_token, webhook_subscriber_id, duration_ms, response_status, response_body)
  ), done AS (
    UPDATE webhook_deliveries d SET ${become(moves.succeed)}, next_attempt_at = NULL, ${noLease}
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

/** Each method is one statement: a process that freezes between two must hold no locks. */
@Injectable()
export class AttemptRepository {
  constructor(
    private readonly database: PipelineDatabase,
    private readonly process: ProcessIdentity,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: WebhookSettings,
  ) {}

  /** Claims queued deliveries and logs the attempts. @returns null for those claimed elsewhere or changed */
  async claim(deliveryIds: readonly string[]): Promise<(ClaimedAttempt | null)[]> {
    const tokens = deliveryIds.map(() => newId());
    const claimed = await this.database.rows<ClaimedAttempt>(
      claimAll,
      [deliveryIds, tokens, this.process.id, this.settings.WEBHOOK_LEASE_SECONDS],
      'asynchronous',
    );
    const byId = new Map(claimed.map((attempt) => [attempt.delivery_id, attempt]));
    return deliveryIds.map((id) => take(byId, id));
  }

  /** For all organizations at once, without locking subscribers: one locked row would delay all. */
  async succeed(results: readonly FinishedAttempt[]): Promise<RecordedSuccess[]> {
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

  /** After a success, while the subscriber still has this URL. @returns false while the subscriber is locked */
  async forgetFailures({ organization_id, webhook_subscriber_id, url }: ClaimedAttempt): Promise<boolean> {
    const forgotten = await this.database.first<{ is_over: boolean }>(
      `WITH locked AS MATERIALIZED (
         SELECT organization_id, id FROM webhook_subscribers
         WHERE ${isFailing} FOR NO KEY UPDATE SKIP LOCKED
       ), forgotten AS (
         UPDATE webhook_subscribers s SET failures_in_row = 0, failing_since = NULL
         FROM locked l WHERE s.organization_id = l.organization_id AND s.id = l.id RETURNING 1
       )
       SELECT EXISTS (SELECT FROM forgotten) OR NOT EXISTS (
         SELECT FROM webhook_subscribers WHERE ${isFailing}) AS is_over`,
      [organization_id, webhook_subscriber_id, url],
    );
    return forgotten?.is_over === true;
  }

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
   * Counts for the URL that was asked: the subscriber may have another one by now.
   * @param failingSince keeps the subscriber enabled if it changed
   */
  async fail(
    attempt: ClaimedAttempt,
    exchange: AttemptResult,
    { retryInSeconds, disable }: FailureOutcome,
    failingSince: string | null,
  ): Promise<'recorded' | 'late' | 'locked'> {
    const { organization_id, delivery_id, lease_token, webhook_subscriber_id, url, started_at } = attempt;
    const result = await this.database.first<{ is_ours: boolean; is_done: boolean; is_locked: boolean }>(
      `WITH mine AS MATERIALIZED (
         SELECT 1 FROM webhook_deliveries WHERE organization_id = $1 AND id = $2 AND lease_token = $3
       ), locked AS MATERIALIZED (
         SELECT organization_id, id, url = $16 AS counts FROM webhook_subscribers
         WHERE organization_id = $1 AND id = $4 AND EXISTS (SELECT FROM mine) FOR NO KEY UPDATE SKIP LOCKED
       ), subscriber AS (
         UPDATE webhook_subscribers s SET failures_in_row = s.failures_in_row + l.counts::integer, held_up_until = now(),
           failing_since = COALESCE(s.failing_since, CASE WHEN l.counts THEN $5::timestamptz END),
           status = CASE WHEN ${disables} THEN 'disabled' ELSE s.status END,
           disabled_reason = CASE WHEN ${disables} THEN $7 ELSE s.disabled_reason END,
           disabled_at = CASE WHEN ${disables} THEN now() ELSE s.disabled_at END,
           status_change = CASE WHEN ${disables} THEN $3 ELSE s.status_change END
         FROM locked l WHERE s.organization_id = l.organization_id AND s.id = l.id
         RETURNING s.organization_id, s.status, s.status_change IS NOT DISTINCT FROM $3 AS is_disabled
       ), told AS (${publishDisabling(['$13', '$14', '$15'])}
       ), done AS (
         UPDATE webhook_deliveries d SET state = ${stateAfterFailure('$6::float8', 's.status')}, ${noLease},
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
         EXISTS (SELECT FROM locked) AS is_locked`,
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
        ...disablingEvent(organization_id, webhook_subscriber_id, this.clock.now()),
        url,
      ],
    );
    if (result?.is_done) return 'recorded';
    return result?.is_ours && !result.is_locked ? 'locked' : 'late';
  }
}

const isFailing = 'organization_id = $1 AND id = $2 AND url = $3 AND failures_in_row > 0';

const disables = `(l.counts AND s.status = 'enabled' AND
  ($7::text = 'gone' OR ($7 = 'failing' AND s.failing_since IS NOT DISTINCT FROM $8::timestamptz)))`;

function take(byId: Map<string, ClaimedAttempt>, id: string): ClaimedAttempt | null {
  const attempt = byId.get(id) ?? null;
  byId.delete(id);
  return attempt;
}
