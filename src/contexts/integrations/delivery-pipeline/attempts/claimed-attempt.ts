import { become, isSingleAttempt } from '../deliveries/delivery-conditions.js';
import { moves } from '../deliveries/delivery-state.js';

export interface ClaimedAttempt {
  readonly organization_id: string;
  readonly delivery_id: string;
  readonly lease_token: string;
  readonly attempts: number;
  readonly is_single_attempt: boolean;
  readonly started_at: string;
  readonly message_id: string;
  readonly body: string;
  readonly webhook_subscriber_id: string;
  readonly url: string;
  readonly secret: string;
  readonly previous_secret: string | null;
}

export const noLease = 'lease_owner = NULL, lease_token = NULL, lease_until = NULL';

export const isSubscriberOf = (name: string): string =>
  `s.organization_id = ${name}.organization_id AND s.id = ${name}.webhook_subscriber_id`;

// No joins: a plan made for empty tables would scan all messages or deliveries instead of using the keys.
export const hasEnabledSubscriber = `(SELECT s.status FROM webhook_subscribers s WHERE ${isSubscriberOf('d')}) = 'enabled'`;

export const startedNow = 'clock_timestamp()::timestamp(3) with time zone AS started_at';

export const insertAttempts = `attempts AS (
    INSERT INTO webhook_attempts (organization_id, id, webhook_delivery_id, number, started_at)
    SELECT c.organization_id, c.lease_token, c.id, c.last_attempt_number, c.started_at FROM claimed c
  )
  SELECT c.organization_id, c.id AS delivery_id, c.lease_token, c.attempts,
    ${isSingleAttempt('c')} AS is_single_attempt, c.started_at,
    c.webhook_message_id AS message_id, m.body, c.webhook_subscriber_id, s.url, s.secret, s.previous_secret
  FROM claimed c
  CROSS JOIN LATERAL (
    SELECT body FROM webhook_messages m WHERE m.organization_id = c.organization_id AND m.id = c.webhook_message_id
    LIMIT 1) m
  CROSS JOIN LATERAL (
    SELECT url, secret, CASE WHEN previous_secret_expires_at > now() THEN previous_secret END AS previous_secret
    FROM webhook_subscribers s WHERE ${isSubscriberOf('c')} LIMIT 1) s`;

/** Claims locked `free` deliveries. @param owner process id and @param lease seconds, as SQL parameters */
export const claimLocked = (owner: string, lease: string): string => `claimed AS (
    UPDATE webhook_deliveries d SET ${become(moves.claim)}, attempts = d.attempts + 1,
      last_attempt_number = d.last_attempt_number + 1, lease_owner = ${owner}, lease_token = f.token,
      lease_until = clock_timestamp() + ${lease} * interval '1 second'
    FROM free f WHERE d.organization_id = f.organization_id AND d.id = f.id
    RETURNING d.*, ${startedNow}
  ), ${insertAttempts}`;
