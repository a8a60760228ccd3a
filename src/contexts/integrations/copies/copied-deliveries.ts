import type { ClientBase } from 'pg';

export interface Waiting {
  readonly deliveries: number;
  readonly events: number;
  readonly subscribers: number;
}

export async function countWaiting(client: ClientBase): Promise<Waiting> {
  const { rows } = await client.query<Waiting>(
    `SELECT (SELECT count(*)::float8 FROM webhook_deliveries d JOIN webhook_subscribers s
         ON s.organization_id = d.organization_id AND s.id = d.webhook_subscriber_id
       WHERE d.state IN ('pending', 'queued', 'sending') AND s.status = 'enabled') AS deliveries,
       (SELECT count(*)::float8 FROM outbox_events) AS events,
       (SELECT count(*)::float8 FROM webhook_subscribers WHERE status = 'enabled') AS subscribers`,
  );
  return rows[0] ?? { deliveries: 0, events: 0, subscribers: 0 };
}

/** So that a copy sends nothing: deliveries stay parked until their subscriber is enabled. @returns how many */
export async function disableSubscribers(client: ClientBase): Promise<number> {
  const { rowCount } = await client.query(
    `UPDATE webhook_subscribers SET status = 'disabled', disabled_reason = 'requested', disabled_at = now(),
       status_change = gen_random_uuid(), modified_at = now() WHERE status = 'enabled'`,
  );
  return rowCount ?? 0;
}
