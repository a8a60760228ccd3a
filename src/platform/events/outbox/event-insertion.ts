import { prepared } from '../../database/index.js';
import type { Statement } from '../../database/protocol/statement.js';

const columns = {
  id: 'uuid',
  organization_id: 'uuid',
  topic: 'text',
  body: 'text',
  occurred_at: 'timestamptz',
  actor_user_id: 'uuid',
  actor_access_token_id: 'uuid',
  actor_session_id: 'uuid',
  parents: 'jsonb',
  modified_properties: 'text[]',
  values: 'jsonb',
} as const;

export type OutboxRow = Readonly<Record<keyof typeof columns, string | null>>;

const names = Object.keys(columns) as (keyof OutboxRow)[];
const AT_ONCE = 1000;

const into = `INSERT INTO outbox_events (${names.map((name) => `"${name}"`).join(', ')})`;

const ofOne = prepared(`${into} VALUES (${names.map((_, index) => `$${index + 1}`).join(', ')})`);

// Of texts, because a list of lists would have to be even.
const ofMany = prepared(
  `${into} SELECT ${Object.entries(columns)
    .map(([name, type]) => `e."${name}"::${type}`)
    .join(', ')} FROM unnest(${names.map((_, index) => `$${index + 1}::text[]`).join(', ')})
   AS e (${names.map((name) => `"${name}"`).join(', ')})`,
);

export function eventInsertions(rows: readonly OutboxRow[]): Statement[] {
  const [first] = rows;
  if (!first) return [];
  if (rows.length === 1) return [{ text: ofOne, parameters: names.map((name) => first[name]) }];
  return Array.from({ length: Math.ceil(rows.length / AT_ONCE) }, (_, index) => {
    const part = rows.slice(index * AT_ONCE, (index + 1) * AT_ONCE);
    return { text: ofMany, parameters: names.map((name) => part.map((row) => row[name])) };
  });
}

export const textList = (items: readonly string[]): string =>
  `{${items.map((item) => JSON.stringify(item)).join(',')}}`;
