import { v7 } from 'uuid';
import { newId } from '../../../src/platform/values/index.js';
import type { TestModule } from './test-application.js';

interface InsertedDelivery {
  readonly state?: string;
  readonly topic?: string;
  readonly createdAt?: string;
  /** Of attempts, oldest first: the status of the answer, or the class of the error. */
  readonly attempts?: readonly (number | string)[];
}

/** A delivery with its attempts as the pipeline leaves them, without anything being sent. @returns its id */
export async function insertDelivery(
  { database }: TestModule,
  organizationId: string,
  subscriberId: string,
  {
    state = 'delivered',
    topic = 'project.created',
    createdAt = new Date().toISOString(),
    attempts = [204],
  }: InsertedDelivery = {},
): Promise<string> {
  const [id, messageId] = [v7({ msecs: Date.parse(createdAt) }), newId()];
  await database.query(
    `INSERT INTO webhook_messages (organization_id, id, topic, body, occurred_at) VALUES ($1, $2, $3, $4, $5)`,
    [organizationId, messageId, topic, JSON.stringify({ Topic: topic, CorrelationId: messageId }), createdAt],
  );
  await database.query(
    `INSERT INTO webhook_deliveries (organization_id, id, webhook_message_id, webhook_subscriber_id, topic, state,
       attempts, next_attempt_at, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, CASE WHEN $6 = 'pending' THEN now() + interval '1 day' END, $8)`,
    [organizationId, id, messageId, subscriberId, topic, state, attempts.length, createdAt],
  );
  for (const [index, result] of attempts.entries()) {
    const status = typeof result === 'number' ? result : null;
    await database.query(
      `INSERT INTO webhook_attempts (organization_id, id, webhook_delivery_id, number, started_at, duration_ms, outcome,
         response_status, error_class, response_body)
       VALUES ($1, $2, $3, $4, $5, 12, $6, $7, $8, $9)`,
      [
        organizationId,
        newId(),
        id,
        index + 1,
        createdAt,
        status !== null && status < 300 ? 'succeeded' : 'failed',
        status,
        status === null ? result : null,
        status === null ? null : `answer ${index + 1}`,
      ],
    );
  }
  return id;
}
