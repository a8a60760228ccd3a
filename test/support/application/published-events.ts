import { until } from '../../../src/testing/until.js';
import type { TestModule } from './test-application.js';

interface PublishedEvent {
  readonly Topic: string;
  readonly Payload: { readonly Id: string } & Record<string, unknown>;
}

/** What was published about a record, in order, as receivers get it. */
export async function eventsAbout({ database }: TestModule, id: string): Promise<PublishedEvent[]> {
  const rows = await database.query<{ body: string }[]>(
    `SELECT body FROM outbox_events WHERE body::json #>> '{Payload,Id}' = $1 ORDER BY id`,
    [id],
  );
  return rows.map(({ body }) => JSON.parse(body) as PublishedEvent);
}

/** Waits until all that was published stands in the feed of changes. @param ask sends a statement to the database */
export const untilNumbered = (ask: (statement: string) => Promise<unknown[]>): Promise<void> =>
  until(
    'every event is numbered',
    async () => (await ask('SELECT 1 FROM outbox_events LIMIT 1')).length === 0,
  );
