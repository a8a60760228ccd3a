import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '../../../../platform/config/index.js';
import type { WebhookSettings } from '../../integrations.settings.js';
import { newId } from '../../../../platform/values/index.js';
import type { AttemptResult } from './attempt.repository.js';
import {
  insertAttempts,
  hasEnabledSubscriber,
  isSubscriberOf,
  noLease,
  startedNow,
  type ClaimedAttempt,
} from './claimed-attempt.js';
import { isAttemptOf, stateByStatus } from '../deliveries/delivery-conditions.js';
import { PipelineDatabase } from '../background/pipeline-database.js';

// Spares a receiver whose connections other hosts use up.
const LEFT_ALONE_SECONDS = 1;

@Injectable()
export class ReclaimRepository {
  constructor(
    private readonly database: PipelineDatabase,
    @Inject(SETTINGS) private readonly settings: WebhookSettings,
  ) {}

  /**
   * After a connection closed by the receiver: the next attempt starts at once, with a lease of its own, and
   * counts neither as a planned one nor against the subscriber.
   * @returns null when the lease is lost or the subscriber not enabled
   */
  claimAgain(
    { organization_id, delivery_id, lease_token }: ClaimedAttempt,
    { errorClass, durationMs }: AttemptResult,
  ): Promise<ClaimedAttempt | null> {
    return this.database.first<ClaimedAttempt>(
      `WITH claimed AS (
         UPDATE webhook_deliveries d SET last_attempt_number = d.last_attempt_number + 1, lease_token = $4,
           lease_until = clock_timestamp() + $5 * interval '1 second'
         WHERE d.organization_id = $1 AND d.id = $2 AND d.lease_token = $3 AND ${hasEnabledSubscriber}
         RETURNING d.*, ${startedNow}
       ), ended AS (
         UPDATE webhook_attempts a SET outcome = 'failed', duration_ms = $6, error_class = $7
         WHERE ${isAttemptOf('$1', '$2', '$3')} AND EXISTS (SELECT FROM claimed)
       ), ${insertAttempts}`,
      [
        organization_id,
        delivery_id,
        lease_token,
        newId(),
        this.settings.WEBHOOK_LEASE_SECONDS,
        durationMs,
        errorClass,
      ],
    );
  }

  /** Nothing was sent: undoes the attempt. @returns false while the subscriber is locked */
  async giveBack({ organization_id, delivery_id, lease_token }: ClaimedAttempt): Promise<boolean> {
    const given = await this.database.first<{ is_over: boolean }>(
      `WITH mine AS MATERIALIZED (
         SELECT organization_id, id, webhook_subscriber_id FROM webhook_deliveries
         WHERE organization_id = $1 AND id = $2 AND lease_token = $3
       ), locked AS MATERIALIZED (
         SELECT s.organization_id, s.id FROM webhook_subscribers s, mine
         WHERE ${isSubscriberOf('mine')} FOR NO KEY UPDATE OF s SKIP LOCKED
       ), subscriber AS (
         UPDATE webhook_subscribers s SET held_up_until = now() + ${LEFT_ALONE_SECONDS} * interval '1 second'
         FROM locked l WHERE s.organization_id = l.organization_id AND s.id = l.id
         RETURNING s.status
       ), given AS (
         UPDATE webhook_deliveries d SET attempts = d.attempts - 1, last_attempt_number = d.last_attempt_number - 1,
           state = ${stateByStatus('s.status')},
           next_attempt_at = CASE s.status WHEN 'enabled' THEN COALESCE(d.next_attempt_at, now()) END,
           ${noLease}
         FROM subscriber s WHERE d.organization_id = $1 AND d.id = $2 AND d.lease_token = $3
         RETURNING 1
       ), unmade AS (
         DELETE FROM webhook_attempts a WHERE ${isAttemptOf('$1', '$2', '$3')} AND EXISTS (SELECT FROM given)
       )
       SELECT EXISTS (SELECT FROM given) OR NOT EXISTS (SELECT FROM mine) AS is_over`,
      [organization_id, delivery_id, lease_token],
    );
    return given?.is_over === true;
  }
}
