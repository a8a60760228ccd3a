import type { TestModule } from './test-application.js';

interface PublishedEvent {
  readonly Topic: string;
  readonly Payload: { readonly Id: string } & Record<string, unknown>;
}

/** What was published about a record, in order, as receivers get it. */
export async function eventsAbout({ database }: TestModule, id: string): Promise<PublishedEvent[]> {
  const rows = await database.query<{ body: string }[]>('SELECT body FROM outbox_events ORDER BY id');
  return rows
    .map(({ body }) => JSON.parse(body) as PublishedEvent)
    .filter(({ Payload }) => Payload.Id === id);
}
