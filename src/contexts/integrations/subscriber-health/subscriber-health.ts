import { instantText } from '../../../platform/database/index.js';
import { deliveryStates, type AttemptError } from '../delivery-pipeline/deliveries/delivery-state.js';

export const HOURS = 24;

const wordsOfErrors: Readonly<Record<AttemptError, string>> = {
  refused_url: 'The address is one that nobody may reach.',
  address_unavailable: 'The host has no address, or one that nobody may reach.',
  connect_failed: 'The receiver took no connection.',
  connect_timeout: 'The receiver took no connection in time.',
  tls_failed: 'The connection could not be encrypted: look at the certificate of the receiver.',
  timed_out: 'The receiver did not respond in time.',
  reset: 'The receiver closed the connection before it responded.',
  invalid_response: 'The response was not HTTP.',
  secret_unreadable: 'The secret cannot be read: the key of the secrets is another one.',
};

const inWords = Object.entries(wordsOfErrors)
  .map(([error, words]) => `WHEN '${error}' THEN '${words}'`)
  .join(' ');

const isOf = (subscriber: string): string =>
  `d.organization_id = ${subscriber}.organization_id AND d.webhook_subscriber_id = ${subscriber}.id`;

// As subqueries, which PostgreSQL works out once, and not again for each row.
const thisHour = `(SELECT date_trunc('hour', now(), 'UTC'))`;
const firstHour = `(SELECT ${thisHour} - interval '${HOURS - 1} hours')`;

/** Deliveries are found by their id, which begins with the milliseconds of when they were made. */
const firstId = `(SELECT rpad(lpad(to_hex((extract(epoch FROM ${firstHour}) * 1000)::bigint), 12, '0'), 32, '0')::uuid)`;

const countsOfHour = deliveryStates
  .map((state) => `count(*) FILTER (WHERE d.state = '${state}') AS ${state}`)
  .join(', ');

const counts = deliveryStates.map((state) => `'${state}', coalesce(c.${state}, 0)`).join(', ');

/** Counted first and joined then: the join goes through hours, and not through deliveries. */
const hours = (subscriber: string): string => `(
  SELECT json_agg(json_build_object('started_date', ${instantText('h.started_at')}, ${counts}) ORDER BY h.started_at)
  FROM generate_series(${firstHour}, ${thisHour}, interval '1 hour') AS h (started_at)
  LEFT JOIN (
    SELECT date_bin('1 hour', d.created_at, ${thisHour}) AS started_at, ${countsOfHour}
    FROM webhook_deliveries d WHERE ${isOf(subscriber)} AND d.id >= ${firstId}
    GROUP BY 1) AS c USING (started_at))`;

/** The one that something happened to last; what was delivered at once had none. */
const lastError = (subscriber: string): string => `(
  SELECT json_build_object('date', ${instantText('a.started_at')}, 'words', CASE a.error_class ${inWords}
    ELSE 'The receiver responded with ' || a.response_status || '.' END)
  FROM webhook_deliveries d CROSS JOIN LATERAL (
    SELECT a.started_at, a.error_class, a.response_status FROM webhook_attempts a
    WHERE a.organization_id = d.organization_id AND a.webhook_delivery_id = d.id AND a.outcome = 'failed'
    ORDER BY a.number DESC LIMIT 1) a
  WHERE ${isOf(subscriber)} AND d.modified_at >= ${firstHour}
    AND (d.attempts > 1 OR (d.attempts = 1 AND d.state <> 'delivered'))
  ORDER BY d.modified_at DESC LIMIT 1)`;

const oldest = (subscriber: string, state: string): string =>
  `(SELECT d.created_at FROM webhook_deliveries d WHERE ${isOf(subscriber)} AND d.state = '${state}' ORDER BY d.id LIMIT 1)`;

/** The last 24 hours of a subscriber. @param subscriber its alias in the statement */
export const healthOf = (subscriber: string): string => `json_build_object(
  'hours', ${hours(subscriber)},
  'last_error', ${lastError(subscriber)},
  'oldest_waiting_date', ${instantText(`LEAST(${oldest(subscriber, 'pending')}, ${oldest(subscriber, 'queued')})`)})`;
