/** An attempt that this process may make, with all that it needs. */
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
  /** Encrypted, as is the previous one, which is null unless both sign. */
  readonly secret: string;
  readonly previous_secret: string | null;
}

export const noLease = 'lease_owner = NULL, lease_token = NULL, lease_until = NULL';

export const isSubscriberOf = (name: string): string =>
  `s.organization_id = ${name}.organization_id AND s.id = ${name}.webhook_subscriber_id`;

// Neither here nor below a join: for each delivery its message and its subscriber are looked up by their keys, where a plan
// of the first moments would go through all messages, or through all deliveries of a subscriber.
export const isOfEnabled = `(SELECT s.status FROM webhook_subscribers s WHERE ${isSubscriberOf('d')}) = 'enabled'`;

/** What a claim returns of its deliveries, beside their columns. */
export const startedNow = 'clock_timestamp()::timestamp(3) with time zone AS started_at';

/** The end of a statement that has `claimed` deliveries, each with its lease: notes their attempts and answers them. */
export const begunAttempts = `attempts AS (
    INSERT INTO webhook_attempts (organization_id, id, webhook_delivery_id, number, started_at)
    SELECT c.organization_id, c.lease_token, c.id, c.last_attempt_number, c.started_at FROM claimed c
  )
  SELECT c.organization_id, c.id AS delivery_id, c.lease_token, c.attempts,
    c.is_redelivery OR c.topic = 'webhook.ping' AS is_single_attempt, c.started_at,
    c.webhook_message_id AS message_id, m.body, c.webhook_subscriber_id, s.url, s.secret, s.previous_secret
  FROM claimed c
  CROSS JOIN LATERAL (
    SELECT body FROM webhook_messages m WHERE m.organization_id = c.organization_id AND m.id = c.webhook_message_id
    LIMIT 1) m
  CROSS JOIN LATERAL (
    SELECT url, secret, CASE WHEN previous_secret_expires_at > now() THEN previous_secret END AS previous_secret
    FROM webhook_subscribers s WHERE ${isSubscriberOf('c')} LIMIT 1) s`;
