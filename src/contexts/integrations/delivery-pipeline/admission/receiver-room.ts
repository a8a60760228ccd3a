import type { WebhookSettings } from '../../integrations.settings.js';
import { keptSlots } from '../../../../platform/outbound/index.js';
import { isLeased, isPendingByTime } from '../deliveries/delivery-conditions.js';

// Below this, reading what is due costs less than visiting every waiting subscriber.
const FEW = 64;

// All columns of the index by turns, so that no other index fits.
const byTurns = 'd.organization_id, d.webhook_subscriber_id, (d.attempts >= 2), d.next_attempt_at, d.id';

/** Deliveries per connection: most of their time needs none. One under way for two seconds counts for all. */
export const FOR_EACH_PLACE = 4;
const SLOW_SECONDS = 2;

export const weight = (lease: string): string =>
  `CASE WHEN state = 'sending' AND lease_until < now() + (${lease}::integer - ${SLOW_SECONDS}) * interval '1 second'
    THEN ${FOR_EACH_PLACE} ELSE 1 END`;

export const inFlight = `SELECT organization_id, webhook_subscriber_id, ${weight('$6')} AS weight
    FROM webhook_deliveries WHERE ${isLeased()}`;

/**
 * Common table expressions: `open` has enabled subscribers with pending deliveries, `room` their capacity.
 * When much is due it walks an index by subscriber, so that a million blocked deliveries of one cost the others
 * nothing. Needs `enable_sort` off and the parameters below first.
 * @param using selects what counts as taken, as `inFlight` does
 */
export const subscribersWithRoom = (using: string): string => `
  first AS MATERIALIZED (
    SELECT organization_id, webhook_subscriber_id FROM webhook_deliveries
    WHERE ${isPendingByTime} AND next_attempt_at <= now() ORDER BY next_attempt_at LIMIT ${FEW}
  ), visited AS (
    (SELECT d.organization_id, d.webhook_subscriber_id FROM webhook_deliveries d
     WHERE d.state = 'pending' AND (SELECT count(*) FROM first) = ${FEW}
     ORDER BY ${byTurns} LIMIT 1)
    UNION ALL
    SELECT next.* FROM visited w CROSS JOIN LATERAL (
      SELECT d.organization_id, d.webhook_subscriber_id FROM webhook_deliveries d
      WHERE d.state = 'pending'
        AND (d.organization_id, d.webhook_subscriber_id) > (w.organization_id, w.webhook_subscriber_id)
      ORDER BY ${byTurns} LIMIT 1) next
  ), waiting AS (
    SELECT * FROM visited
    UNION SELECT * FROM first WHERE (SELECT count(*) FROM first) < ${FEW}
  ), used AS (
    SELECT organization_id, webhook_subscriber_id, count(*)::integer AS count, sum(weight)::integer AS weight
    FROM (${using}) taken GROUP BY organization_id, webhook_subscriber_id
  ), busy AS (
    SELECT u.*, (SELECT s.receiving_host FROM webhook_subscribers s
      WHERE s.organization_id = u.organization_id AND s.id = u.webhook_subscriber_id) AS host
    FROM used u
  ), hosts AS (
    SELECT host, sum(count)::integer AS count, sum(weight)::integer AS weight FROM busy GROUP BY host
  ), tenants AS (
    SELECT host, organization_id, sum(count)::integer AS count FROM busy GROUP BY host, organization_id
  ), places AS (
    SELECT w.organization_id, w.webhook_subscriber_id, s.receiving_host AS host, s.held_up_until,
      COALESCE(b.count, 0) AS busy, COALESCE(t.count, 0) AS held,
      $4::integer - $5::integer - COALESCE(h.weight, 0) AS host_room, $4::integer - COALESCE(h.count, 0) AS first_room,
      CASE WHEN s.held_up_until > now() THEN 0 WHEN s.failures_in_row >= $2 THEN $3::integer ELSE $1::integer END
        - COALESCE(b.count, 0) AS own_room
    FROM waiting w
    JOIN webhook_subscribers s ON s.organization_id = w.organization_id AND s.id = w.webhook_subscriber_id
    LEFT JOIN busy b ON b.organization_id = w.organization_id AND b.webhook_subscriber_id = w.webhook_subscriber_id
    LEFT JOIN hosts h ON h.host = s.receiving_host
    LEFT JOIN tenants t ON t.host = s.receiving_host AND t.organization_id = w.organization_id
    WHERE s.status = 'enabled'
  ), open AS (
    SELECT *, LEAST(own_room,
      CASE WHEN held > 0 THEN host_room ELSE GREATEST(host_room, LEAST(first_room, 1)) END) AS room
    FROM places
  )`;

export const roomParameters = ({
  WEBHOOK_SUBSCRIBER_CAP,
  WEBHOOK_FAILING_AFTER,
  WEBHOOK_FAILING_CAP,
  WEBHOOK_HOST_CAP,
  WEBHOOK_LEASE_SECONDS,
}: WebhookSettings): number[] => [
  WEBHOOK_SUBSCRIBER_CAP,
  WEBHOOK_FAILING_AFTER,
  WEBHOOK_FAILING_CAP,
  FOR_EACH_PLACE * WEBHOOK_HOST_CAP,
  FOR_EACH_PLACE * keptSlots(WEBHOOK_HOST_CAP),
  WEBHOOK_LEASE_SECONDS,
];
