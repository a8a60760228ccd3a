import type { Settings } from '../../../../platform/config/settings.js';
import { keptPlaces } from '../../../../platform/outbound/index.js';
import { isPendingByTime } from '../deliveries/delivery-conditions.js';

// Up to as many deliveries it costs less to read what is due than to visit every subscriber that waits.
const FEW = 200;

// All that the index by turns is ordered by: no other index can stand in for it.
const byTurns = 'd.organization_id, d.webhook_subscriber_id, (d.attempts >= 2), d.next_attempt_at, d.id';

/**
 * A delivery is on its way for longer than it has a connection: so many are given to processes for each connection that
 * a host may have. One whose attempt has been under way for two seconds counts for as many, as it has one, or waits for one.
 */
export const FOR_EACH_PLACE = 4;
const SLOW_SECONDS = 2;

/** For how many a delivery counts that a process has. @param lease its length in seconds, as a parameter */
export const weight = (lease: string): string =>
  `CASE WHEN state = 'sending' AND lease_until < now() + (${lease}::integer - ${SLOW_SECONDS}) * interval '1 second'
    THEN ${FOR_EACH_PLACE} ELSE 1 END`;

/** Deliveries that a process has, each with its weight. */
export const inFlight = `SELECT organization_id, webhook_subscriber_id, ${weight('$6')} AS weight
    FROM webhook_deliveries WHERE state IN ('queued', 'sending')`;

/**
 * Common tables of a statement: `open` has each enabled subscriber with pending deliveries, and how many it may have
 * more. `room` is what is left of its own and of what its receiving host may have, where an organization that has none
 * may have one. Where much is due it goes from subscriber to subscriber along an index, so that a million deliveries that
 * one of them does not take cost the others nothing. Needs `enable_sort` off and the parameters below as its first ones.
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
}: Settings): number[] => [
  WEBHOOK_SUBSCRIBER_CAP,
  WEBHOOK_FAILING_AFTER,
  WEBHOOK_FAILING_CAP,
  FOR_EACH_PLACE * WEBHOOK_HOST_CAP,
  FOR_EACH_PLACE * keptPlaces(WEBHOOK_HOST_CAP),
  WEBHOOK_LEASE_SECONDS,
];
