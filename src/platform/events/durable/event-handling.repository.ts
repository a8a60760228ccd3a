import { Injectable } from '@nestjs/common';
import { Database, prepared } from '../../database/index.js';
import type { EventSubscriber } from './event-subscribers.js';

export interface EventHandling {
  readonly subscriber_name: string;
  readonly event_id: string;
  readonly organization_id: string;
  readonly topic: string;
  readonly body: string;
  readonly attempts: number;
  readonly lease_id: string;
}

export interface HandlingReading {
  /** Age of the oldest unhandled event in seconds; 0: none. */
  readonly oldestSeconds: number;
  /** Subscribers with an event that failed more than three times. */
  readonly failing: number;
}

const lease = prepared(`
  WITH due AS MATERIALIZED (
    SELECT subscriber_name, event_id FROM event_handlings
    WHERE due_at <= now() AND subscriber_name = ANY ($1) ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED
  )
  UPDATE event_handlings h
  SET attempts = h.attempts + 1, lease_id = gen_random_uuid(), due_at = now() + $3 * interval '1 second'
  FROM due WHERE h.subscriber_name = due.subscriber_name AND h.event_id = due.event_id
  RETURNING h.subscriber_name, h.event_id, h.organization_id, h.topic, h.body, h.attempts, h.lease_id`);

const key = 'subscriber_name = $1 AND event_id = $2 AND lease_id = $3';

@Injectable()
export class EventHandlingRepository {
  constructor(private readonly database: Database) {}

  async subscribe(subscribers: readonly EventSubscriber[]): Promise<void> {
    await this.database.rows(
      `INSERT INTO event_subscribers (name, topics)
       SELECT name, ARRAY[topic] FROM unnest($1::text[], $2::text[]) AS s (name, topic) ORDER BY name
       ON CONFLICT (name) DO UPDATE SET topics = EXCLUDED.topics, seen_at = now()`,
      [subscribers.map(({ name }) => name), subscribers.map(({ topic }) => topic)],
    );
  }

  async forget(unseenDays: number): Promise<string[]> {
    const rows = await this.database.rows<{ name: string }>(
      `DELETE FROM event_subscribers WHERE seen_at < now() - $1 * interval '1 day' RETURNING name`,
      [unseenDays],
    );
    return rows.map(({ name }) => name);
  }

  lease(names: readonly string[], limit: number, seconds: number): Promise<EventHandling[]> {
    return this.database.rows<EventHandling>(lease, [names, limit, seconds]);
  }

  /** Call it first in the unit of work that handles the event. @returns false when the lease is lost */
  async remove({ subscriber_name, event_id, lease_id }: EventHandling): Promise<boolean> {
    const statement = `DELETE FROM event_handlings WHERE ${key} RETURNING event_id`;
    return (await this.database.first(statement, [subscriber_name, event_id, lease_id])) !== null;
  }

  async putOff({ subscriber_name, event_id, lease_id }: EventHandling, seconds: number): Promise<void> {
    await this.database.rows(
      `UPDATE event_handlings SET due_at = now() + $4 * interval '1 second', lease_id = NULL WHERE ${key}`,
      [subscriber_name, event_id, lease_id, seconds],
    );
  }

  async read(): Promise<HandlingReading> {
    const row = await this.database.first<{ oldest: number | null; failing: number }>(
      `SELECT (SELECT extract(epoch FROM now() - occurred_at)::float8 FROM event_handlings
          ORDER BY occurred_at LIMIT 1) AS oldest,
        (SELECT count(*)::int FROM event_subscribers s WHERE EXISTS (
          SELECT FROM event_handlings h WHERE h.subscriber_name = s.name AND h.attempts > 3)) AS failing`,
    );
    return { oldestSeconds: Math.max(row?.oldest ?? 0, 0), failing: row?.failing ?? 0 };
  }
}
