import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../../platform/config/settings.js';
import { newId } from '../../../../platform/values/index.js';
import type { Sent } from './attempt.repository.js';
import {
  begunAttempts,
  isOfEnabled,
  isSubscriberOf,
  noLease,
  startedNow,
  type ClaimedAttempt,
} from './claimed-attempt.js';
import { isAttemptOf } from '../deliveries/delivery-conditions.js';
import { PipelineDatabase } from '../background/pipeline-database.js';

// A receiver whose places others have, under other names than its own, is not asked for one all the time.
const LEFT_ALONE_SECONDS = 1;

/** Deliveries that this process has claimed and whose attempt says nothing of their receiver. Each method is one statement. */
@Injectable()
export class ReclaimRepository {
  constructor(
    private readonly database: PipelineDatabase,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * The attempt has failed because its connection was closed, and the next one begins: with a number and a lease of its
   * own, and at once. It counts neither as one of those that are planned nor against the subscriber.
   * @returns null when the delivery is no longer ours, or its subscriber no longer enabled; then nothing has changed
   */
  claimAgain(
    { organization_id, delivery_id, lease_token }: ClaimedAttempt,
    { errorClass, durationMs }: Sent,
  ): Promise<ClaimedAttempt | null> {
    return this.database.first<ClaimedAttempt>(
      `WITH claimed AS (
         UPDATE webhook_deliveries d SET last_attempt_number = d.last_attempt_number + 1, lease_token = $4,
           lease_until = clock_timestamp() + $5 * interval '1 second'
         WHERE d.organization_id = $1 AND d.id = $2 AND d.lease_token = $3 AND ${isOfEnabled}
         RETURNING d.*, ${startedNow}
       ), ended AS (
         UPDATE webhook_attempts a SET outcome = 'failed', duration_ms = $6, error_class = $7
         WHERE ${isAttemptOf('$1', '$2', '$3')} AND EXISTS (SELECT FROM claimed)
       ), ${begunAttempts}`,
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

  /**
   * Nothing was sent: the attempt is taken out of the log, and the delivery is due as it was before.
   * @returns false while somebody holds the subscriber
   */
  async giveBack({ organization_id, delivery_id, lease_token }: ClaimedAttempt): Promise<boolean> {
    const given = await this.database.first<{ is_over: boolean }>(
      `WITH mine AS MATERIALIZED (
         SELECT organization_id, id, webhook_subscriber_id FROM webhook_deliveries
         WHERE organization_id = $1 AND id = $2 AND lease_token = $3
       ), held AS MATERIALIZED (
         SELECT s.organization_id, s.id FROM webhook_subscribers s, mine
         WHERE ${isSubscriberOf('mine')} FOR NO KEY UPDATE OF s SKIP LOCKED
       ), subscriber AS (
         UPDATE webhook_subscribers s SET held_up_until = now() + ${LEFT_ALONE_SECONDS} * interval '1 second'
         FROM held h WHERE s.organization_id = h.organization_id AND s.id = h.id
         RETURNING s.status
       ), given AS (
         UPDATE webhook_deliveries d SET attempts = d.attempts - 1, last_attempt_number = d.last_attempt_number - 1,
           state = CASE s.status WHEN 'enabled' THEN 'pending' WHEN 'disabled' THEN 'parked' ELSE 'cancelled' END,
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
