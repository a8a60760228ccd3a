import {
  idOfMadeAt,
  madeAt,
} from '../../../src/contexts/integrations/delivery-pipeline/deliveries/delivery-id.js';
import { newId } from '../../../src/platform/values/index.js';
import type { BenchDatabase } from '../servers/bench-database.js';

const BODY = JSON.stringify({ Topic: 'actualtime.created', Payload: {} });

/** Deliveries that a process is sending, as our worker has them: of so many events to each of these URLs. */
export async function makeDeliveriesUnderWay(
  database: BenchDatabase,
  organizationId: string,
  events: number,
  urls: readonly string[],
): Promise<void> {
  await database.rows(
    `INSERT INTO webhook_subscribers (organization_id, id, name, url, secret)
     SELECT $1, id, url, url, '' FROM unnest($2::uuid[], $3::text[]) AS s (id, url)`,
    [organizationId, urls.map(() => newId()), urls],
  );
  await database.rows(
    `INSERT INTO webhook_messages (organization_id, id, topic, body, occurred_at)
     SELECT $1, gen_random_uuid(), 'actualtime.created', $2, now() FROM generate_series(1, $3::integer)`,
    [organizationId, BODY, events],
  );
  await database.rows(
    `INSERT INTO webhook_deliveries (organization_id, id, webhook_message_id, webhook_subscriber_id, topic, state, attempts,
       last_attempt_number, lease_owner, lease_token, lease_until, created_at, modified_at)
     SELECT organization_id, ${idOfMadeAt}, message_id, subscriber_id, 'actualtime.created', 'sending', 1, 1, gen_random_uuid(),
       gen_random_uuid(), now() + interval '1 hour', made_at, made_at
     FROM (
       SELECT m.organization_id, m.id AS message_id, s.id AS subscriber_id, ${madeAt}
       FROM webhook_messages m JOIN webhook_subscribers s ON s.organization_id = m.organization_id
       WHERE m.organization_id = $1 ORDER BY m.id, s.id
     ) made`,
    [organizationId],
  );
  await database.rows('VACUUM ANALYZE webhook_messages, webhook_deliveries');
}
