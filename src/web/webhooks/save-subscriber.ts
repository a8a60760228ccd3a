import { answerOf, client, type Schemas } from '../api/client.js';
import { Problem } from '../connection/problem.js';

export interface SubscriberFields {
  readonly name: string;
  readonly url: string;
  readonly description: string;
  readonly topics: readonly string[];
}

// In a batch other text that begins so would be taken for a reference.
const escaped = (text: string): string => text.replace(/^@\{/, '@@{');

/** All of it or nothing, and over nobody's changes: otherwise the next try would be refused for one's own first half. */
export async function saveSubscriber(
  { id, modified_date, topics: before }: Schemas['WebhookSubscriberResponse'],
  { name, url, description, topics }: SubscriberFields,
): Promise<void> {
  const path = `/v1/webhook-subscribers/${id}`;
  const had: readonly string[] = before;
  const added = topics.filter((topic) => !had.includes(topic));
  const removed = had.filter((topic) => !topics.includes(topic));
  const members = {
    name: escaped(name),
    url: escaped(url),
    description: description.trim() === '' ? null : escaped(description),
  };
  const operations: Schemas['BatchOperation'][] = [
    { method: 'PATCH', path, body: members, headers: { 'If-Match': `"${modified_date}"` } },
    ...(added.length === 0
      ? []
      : [{ method: 'POST' as const, path: `${path}/subscriptions`, body: { topics: added } }]),
    ...removed.map((topic) => ({ method: 'DELETE' as const, path: `${path}/subscriptions/${topic}` })),
  ];
  try {
    await answerOf(client.POST('/v1/batch', { body: { mode: 'atomic', operations } }));
  } catch (error) {
    throw ofFields(error);
  }
}

/** With the members named as the fields are. */
function ofFields(error: unknown): unknown {
  if (!(error instanceof Problem)) return error;
  const { code, message, status, requestId, faults } = error;
  const named = Object.fromEntries(
    Object.entries(faults).map(
      ([member, words]) => [member.replace(/^operations\[\d+\]\.body\./, ''), words] as const,
    ),
  );
  return new Problem(code, message, status, requestId, named);
}
