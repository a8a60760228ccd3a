import { prepared } from '../database/index.js';

const insertion = 'INSERT INTO outbox_events (id, organization_id, topic, body, occurred_at)';

/** Writes one event. */
export const eventInsertion = prepared(`${insertion} VALUES ($1, $2, $3, $4, $5)`);

/** Stands in the payload of an event for what a row has in a column. Nothing else in a body has such braces. */
export const fromRow = (column: string): string => `{${column}}`;

/**
 * A statement that writes a row and its event, so that it needs no transaction around it.
 * @param parts common table expressions, of which one is called `cause` and returns the row, or none: then there is no event
 * @param parameters how many those parts have; those of the event follow them
 * @param columns of the row, ids all of them, which the payload tells of by `fromRow`
 */
export function withEvent(parts: string, parameters: number, columns: readonly string[]): string {
  const [id, organizationId, topic, body, occurredAt] = [1, 2, 3, 4, 5].map((own) => `$${parameters + own}`);
  const told = columns.reduce(
    (text, column) => `replace(${text}, '${fromRow(column)}', ${column}::text)`,
    `${body}`,
  );
  return prepared(`WITH ${parts},
    event AS (${insertion} SELECT ${id}, ${organizationId}, ${topic}, ${told}, ${occurredAt} FROM cause)
    SELECT * FROM cause`);
}
