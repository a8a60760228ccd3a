import { Injectable } from '@nestjs/common';
import { prepared } from '../../../../platform/database/index.js';
import { appendedToFeed, extendFeed, feedPosition, rungFeed } from '../../../changes/index.js';
import { idOfMadeAt, madeAt } from '../deliveries/delivery-id.js';
import { holdsNumbering, PipelineDatabase } from '../background/pipeline-database.js';
import { withheldTopics } from '../../webhook-topics.js';
import { isWanted } from './event-filters.js';

export interface RelayedBatch {
  /** Whether this process could number events; another one did at that moment. */
  readonly is_mine: boolean;
  readonly events: number;
  readonly deliveries: number;
  readonly handed: number;
  /** Deliveries that wait for a locked subscriber, beside those that waited before. */
  readonly left: number;
  readonly has_more: boolean;
  /** Of the last numbered event, in decimals. */
  readonly position: string;
}

// A scalar expression is hashed; the planner, without an estimate, would make a join a nested loop.
const isAmong = (subscribers: string): string =>
  `(w.organization_id, w.webhook_subscriber_id) IN (SELECT organization_id, id FROM ${subscribers})`;

const matching = `s.status IN ('enabled', 'disabled')`;

const relayEvents = prepared(`
  WITH picked AS MATERIALIZED (
    DELETE FROM outbox_events WHERE number = ANY (ARRAY(
      SELECT number FROM outbox_events WHERE ${holdsNumbering} ORDER BY number LIMIT $1))
    RETURNING *
  ), ${appendedToFeed('picked')}, wanted AS MATERIALIZED (
    SELECT DISTINCT p.organization_id, p.id AS message_id, p.topic, t.webhook_subscriber_id
    FROM numbered p JOIN webhook_subscriptions t ON t.organization_id = p.organization_id
      AND t.topic IN (p.topic, split_part(p.topic, '.', 1) || '.*', '*')
    JOIN webhook_subscribers s ON s.organization_id = t.organization_id AND s.id = t.webhook_subscriber_id
      AND ${matching} AND ${isWanted({ event: 'p', subscriber: 's', withheld: '$2' })}
  ), awaited AS MATERIALIZED (
    SELECT DISTINCT organization_id, webhook_subscriber_id FROM webhook_waiting_deliveries WHERE ${holdsNumbering}
  ), locked AS MATERIALIZED (
    SELECT s.organization_id, s.id, s.status FROM webhook_subscribers s
    WHERE (s.organization_id, s.id) IN (
      SELECT organization_id, webhook_subscriber_id FROM wanted
      UNION SELECT organization_id, webhook_subscriber_id FROM awaited) AND ${matching}
    ORDER BY s.organization_id, s.id FOR SHARE SKIP LOCKED
  ), freed AS MATERIALIZED (
    DELETE FROM webhook_waiting_deliveries WHERE (organization_id, webhook_subscriber_id, webhook_message_id) IN (
      SELECT w.organization_id, w.webhook_subscriber_id, w.webhook_message_id
      FROM awaited a JOIN webhook_waiting_deliveries w USING (organization_id, webhook_subscriber_id)
      WHERE ${isAmong('locked')} OR NOT EXISTS (SELECT FROM webhook_subscribers s
        WHERE s.organization_id = a.organization_id AND s.id = a.webhook_subscriber_id AND ${matching})
      LIMIT $1)
    RETURNING organization_id, webhook_message_id AS message_id, topic, webhook_subscriber_id
  ), matched AS MATERIALIZED (
    SELECT w.*, ${isAmong('locked')} AS is_locked, ${isAmong("locked WHERE status = 'enabled'")} AS is_enabled
    FROM (SELECT * FROM wanted UNION ALL SELECT * FROM freed) w
  ), messages AS (
    INSERT INTO webhook_messages (organization_id, id, topic, body, occurred_at)
    SELECT organization_id, id, topic, body, occurred_at FROM numbered
    WHERE (id IN (SELECT message_id FROM wanted)) IS TRUE
    ON CONFLICT DO NOTHING
  ), deliveries AS (
    INSERT INTO webhook_deliveries
      (organization_id, id, webhook_message_id, webhook_subscriber_id, topic, state, next_attempt_at,
       created_at, modified_at)
    SELECT organization_id, ${idOfMadeAt}, message_id, webhook_subscriber_id, topic,
      CASE WHEN is_enabled THEN 'pending' ELSE 'parked' END,
      CASE WHEN is_enabled THEN now() END, made_at, made_at
    FROM (SELECT *, ${madeAt} FROM matched WHERE is_locked) made
    ON CONFLICT DO NOTHING
    RETURNING 1
  ), waiting AS (
    INSERT INTO webhook_waiting_deliveries (organization_id, webhook_subscriber_id, webhook_message_id, topic)
    SELECT w.organization_id, w.webhook_subscriber_id, w.message_id, w.topic FROM wanted w WHERE NOT ${isAmong('locked')}
    ON CONFLICT DO NOTHING
    RETURNING 1
  ), handed AS (
    INSERT INTO event_handlings (subscriber_name, event_id, organization_id, topic, body, occurred_at)
    SELECT s.name, e.id, e.organization_id, e.topic, e.body, e.occurred_at
    FROM numbered e JOIN event_subscribers s ON e.topic = ANY (s.topics)
    ON CONFLICT DO NOTHING
    RETURNING 1
  ), ${rungFeed}
  SELECT ${holdsNumbering} AS is_mine, (SELECT count(*)::int FROM numbered) AS events,
    (SELECT count(*)::int FROM handed) AS handed, (SELECT count(*)::int FROM deliveries) AS deliveries,
    (SELECT count(*)::int FROM waiting) AS left,
    (SELECT count(*) FROM rung) >= 0 AND CASE WHEN ${holdsNumbering} THEN (SELECT count(*) FROM picked) = $1
      ELSE (SELECT number FROM outbox_events ORDER BY number LIMIT 1) IS NOT NULL END AS has_more,
    ${feedPosition}::text AS position`);

const nothing: RelayedBatch = {
  is_mine: false,
  events: 0,
  deliveries: 0,
  handed: 0,
  left: 0,
  has_more: false,
  position: '0',
};

@Injectable()
export class EventRelayRepository {
  constructor(private readonly database: PipelineDatabase) {}

  /**
   * Gives events their position, moves them to the feed, turns them into deliveries and passes them to durable
   * subscribers, in one statement after the one that takes the lock: what it sees was committed before, and what it
   * does not see gets a later position. Locks subscribers, so that a disable or delete sees every delivery; that to a
   * locked one waits beside.
   */
  async relay(limit: number): Promise<RelayedBatch> {
    const batch = await this.database.first<RelayedBatch>(
      relayEvents,
      [limit, withheldTopics()],
      'numbering',
    );
    return batch ?? nothing;
  }

  /** Makes partitions up to this position. @returns the position that has none */
  async extend(position: bigint): Promise<bigint> {
    const made = await this.database.first<{ end: string }>(extendFeed, [String(position)]);
    return BigInt(made?.end ?? 0);
  }
}
