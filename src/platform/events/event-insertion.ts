import { prepared } from '../database/index.js';

const columns = {
  id: 'uuid',
  organization_id: 'uuid',
  topic: 'text',
  body: 'text',
  occurred_at: 'timestamptz',
};

const names = Object.keys(columns);
const places = names.map((_, index) => `$${index + 1}`);

export const eventInsertion = prepared(
  `INSERT INTO outbox_events (${names.join(', ')}) VALUES (${places.join(', ')})`,
);

/** Of many, each column as a list of text. */
export const eventsInsertion = `
  INSERT INTO outbox_events (${names.join(', ')})
  SELECT ${Object.entries(columns).map(([name, type]) => `${name}::${type}`).join(', ')}
  FROM unnest(${places.map((place) => `${place}::text[]`).join(', ')}) AS event (${names.join(', ')})`;
