import { Injectable } from '@nestjs/common';
import { prepared } from '../../../../platform/database/index.js';
import { idOfMadeAt, madeAt } from '../deliveries/delivery-id.js';
import { PipelineDatabase } from '../background/pipeline-database.js';

export interface RelayedBatch {
  /** Events that are done. */
  readonly events: number;
  readonly deliveries: number;
  /** Events that stay, because somebody is changing a subscriber of theirs. */
  readonly left: number;
  /** The greatest id among both; null: there were none. */
  readonly last_id: string | null;
}

/** Before every event. */
export const FIRST_EVENT = '00000000-0000-0000-0000-000000000000';

// As a value, not as a condition, so that it is looked up in a hash: a join would compare each with each, because how
// many there will be is not known.
const isAmong = (subscribers: string): string =>
  `(w.organization_id, w.webhook_subscriber_id) IN (SELECT organization_id, id FROM ${subscribers})`;

const relayEvents = prepared(`
  WITH picked AS MATERIALIZED (
    SELECT id, organization_id, topic, body, occurred_at FROM outbox_events
    WHERE status = 'pending' AND id > $2 ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED
  ), wanted AS MATERIALIZED (
    SELECT DISTINCT p.organization_id, p.id AS message_id, p.topic, t.webhook_subscriber_id
    FROM picked p JOIN webhook_subscriptions t ON t.organization_id = p.organization_id
      AND t.topic IN (p.topic, split_part(p.topic, '.', 1) || '.*', '*')
    JOIN webhook_subscribers s ON s.organization_id = t.organization_id AND s.id = t.webhook_subscriber_id
      AND s.status IN ('enabled', 'disabled')
  ), held AS MATERIALIZED (
    SELECT s.organization_id, s.id, s.status FROM webhook_subscribers s
    WHERE (s.organization_id, s.id) IN (SELECT organization_id, webhook_subscriber_id FROM wanted)
      AND s.status IN ('enabled', 'disabled')
    ORDER BY s.organization_id, s.id FOR SHARE SKIP LOCKED
  ), matched AS MATERIALIZED (
    SELECT w.*, ${isAmong('held')} AS is_held, ${isAmong("held WHERE status = 'enabled'")} AS is_enabled
    FROM wanted w
  ), messages AS (
    INSERT INTO webhook_messages (organization_id, id, topic, body, occurred_at)
    SELECT organization_id, id, topic, body, occurred_at FROM picked
    WHERE (id IN (SELECT message_id FROM matched WHERE is_held)) IS TRUE
    ON CONFLICT DO NOTHING
  ), deliveries AS (
    INSERT INTO webhook_deliveries
      (organization_id, id, webhook_message_id, webhook_subscriber_id, topic, state, next_attempt_at,
       created_at, modified_at)
    SELECT organization_id, ${idOfMadeAt}, message_id, webhook_subscriber_id, topic,
      CASE WHEN is_enabled THEN 'pending' ELSE 'parked' END,
      CASE WHEN is_enabled THEN now() END, made_at, made_at
    FROM (SELECT *, ${madeAt} FROM matched WHERE is_held) made
    ON CONFLICT DO NOTHING
    RETURNING 1
  ), done AS (
    UPDATE outbox_events SET status = 'done' WHERE id IN (
      SELECT id FROM picked EXCEPT SELECT message_id FROM matched WHERE NOT is_held)
    RETURNING 1
  )
  SELECT (SELECT count(*)::int FROM done) AS events, (SELECT count(*)::int FROM deliveries) AS deliveries,
    (SELECT count(*)::int FROM picked) - (SELECT count(*)::int FROM done) AS left,
    (SELECT id FROM picked ORDER BY id DESC LIMIT 1) AS last_id`);

@Injectable()
export class EventRelayRepository {
  constructor(private readonly database: PipelineDatabase) {}

  /**
   * Turns events that wait into deliveries, one for each subscriber of their topic. One statement, so one transaction;
   * by status and not by a last id, because transactions do not commit in the order of their ids. The subscribers are
   * held, so that one who disables or deletes them at this moment finds every delivery. Nobody waits for a subscriber
   * that somebody holds: the others get their deliveries, and the event stays until that one has its own.
   * @param after passes over the events up to this id
   */
  async relay(most: number, after = FIRST_EVENT): Promise<RelayedBatch> {
    const batch = await this.database.first<RelayedBatch>(relayEvents, [most, after], 'withoutDisk');
    return batch ?? { events: 0, deliveries: 0, left: 0, last_id: null };
  }
}
