import { prepared } from '../database/index.js';

export const eventInsertion = prepared(
  'INSERT INTO outbox_events (id, organization_id, topic, body, occurred_at) VALUES ($1, $2, $3, $4, $5)',
);
