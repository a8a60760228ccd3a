import { Injectable } from '@nestjs/common';
import { prepared } from '../../../../platform/database/index.js';
import { idOfMadeAt, madeAt } from '../deliveries/delivery-id.js';
import { PipelineDatabase } from '../background/pipeline-database.js';
import { withheldTopics } from '../../webhook-topics.js';
import { isWanted } from './event-filters.js';

export interface RelayedBatch {
  readonly events: number;
  readonly deliveries: number;
  readonly handed: number;
  /** Events left because a subscriber of theirs is locked. */
  readonly left: number;
  /** Greatest event id of the batch; null: empty. */
  readonly last_id: string | null;
}

export const FIRST_EVENT = '00000000-0000-0000-0000-000000000000';

// A scalar expression is hashed; the planner, without an estimate, would make a join a nested loop.
const isAmong = (subscribers: string): string =>
  `(w.organization_id, w.webhook_subscriber_id) IN (SELECT organization_id, id FROM ${subscribers})`;

const relayEvents = prepared(`
  WITH picked AS MATERIALIZED (
    SELECT id, organization_id, topic, body, occurred_at, actor_access_token_id, parents, modified_properties
    FROM outbox_events
    WHERE status = 'pending' AND id > $2 ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED
  ), wanted AS MATERIALIZED (
    SELECT DISTINCT p.organization_id, p.id AS message_id, p.topic, t.webhook_subscriber_id
    FROM picked p JOIN webhook_subscriptions t ON t.organization_id = p.organization_id
      AND t.topic IN (p.topic, split_part(p.topic, '.', 1) || '.*', '*')
    JOIN webhook_subscribers s ON s.organization_id = t.organization_id AND s.id = t.webhook_subscriber_id
      AND s.status IN ('enabled', 'disabled') AND ${isWanted({ event: 'p', subscriber: 's', withheld: '$3' })}
  ), locked AS MATERIALIZED (
    SELECT s.organization_id, s.id, s.status FROM webhook_subscribers s
    WHERE (s.organization_id, s.id) IN (SELECT organization_id, webhook_subscriber_id FROM wanted)
      AND s.status IN ('enabled', 'disabled')
    ORDER BY s.organization_id, s.id FOR SHARE SKIP LOCKED
  ), matched AS MATERIALIZED (
    SELECT w.*, ${isAmong('locked')} AS is_locked, ${isAmong("locked WHERE status = 'enabled'")} AS is_enabled
    FROM wanted w
  ), messages AS (
    INSERT INTO webhook_messages (organization_id, id, topic, body, occurred_at)
    SELECT organization_id, id, topic, body, occurred_at FROM picked
    WHERE (id IN (SELECT message_id FROM matched WHERE is_locked)) IS TRUE
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
  ), done AS (
    UPDATE outbox_events SET status = 'done' WHERE id IN (
      SELECT id FROM picked EXCEPT SELECT message_id FROM matched WHERE NOT is_locked)
    RETURNING id, organization_id, topic, body, occurred_at
  ), handed AS (
    INSERT INTO event_handlings (subscriber_name, event_id, organization_id, topic, body, occurred_at)
    SELECT s.name, e.id, e.organization_id, e.topic, e.body, e.occurred_at
    FROM done e JOIN event_subscribers s ON e.topic = ANY (s.topics)
    ON CONFLICT DO NOTHING
    RETURNING 1
  )
  SELECT (SELECT count(*)::int FROM done) AS events, (SELECT count(*)::int FROM handed) AS handed, (SELECT count(*)::int FROM deliveries) AS deliveries,
    (SELECT count(*)::int FROM picked) - (SELECT count(*)::int FROM done) AS left,
    (SELECT id FROM picked ORDER BY id DESC LIMIT 1) AS last_id`);

@Injectable()
export class EventRelayRepository {
  constructor(private readonly database: PipelineDatabase) {}

  /**
   * Turns events into deliveries and passes them to durable subscribers, in one statement. Selects by status,
   * because transactions do not commit in the order of ids. Locks subscribers, so that a disable or delete sees
   * every delivery; an event with a locked subscriber stays until that one has its delivery.
   * @param after skips events up to this id
   */
  async relay(limit: number, after = FIRST_EVENT): Promise<RelayedBatch> {
    const batch = await this.database.first<RelayedBatch>(
      relayEvents,
      [limit, after, withheldTopics()],
      'asynchronous',
    );
    return batch ?? { events: 0, deliveries: 0, handed: 0, left: 0, last_id: null };
  }
}
