import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { answerOf, client, type Schemas } from './client.js';

/** A list without pages: one record in each line, in the form of the header `Accept`. */
export const asLines = { headers: { Accept: 'application/x-ndjson' }, parseAs: 'text' } as const;

export const itemsIn = <Item>(lines: string): Item[] =>
  lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Item);

interface Part<Item> {
  readonly results: readonly Item[];
  readonly next_cursor?: string | null;
}

/** All of a list that is not long, such as of who has access: nothing of it is hidden behind a page. */
async function whole<Item>(read: (cursor: string) => Promise<Part<Item>>): Promise<Item[]> {
  const items: Item[] = [];
  for (let cursor: string | null = 'start'; cursor !== null;) {
    const part: Part<Item> = await read(cursor);
    items.push(...part.results);
    cursor = part.next_cursor ?? null;
  }
  return items;
}

interface Options {
  readonly enabled: boolean;
}

export const useTokens = (options: Options): UseQueryResult<Schemas['AccessTokenResponse'][]> =>
  useQuery({
    ...options,
    queryKey: ['tokens'],
    queryFn: ({ signal }) =>
      whole((cursor) => answerOf(client.GET('/v1/access-tokens', { signal, params: { query: { cursor } } }))),
  });

export const useUsers = (options: Options): UseQueryResult<Schemas['UserResponse'][]> =>
  useQuery({
    ...options,
    queryKey: ['users'],
    queryFn: ({ signal }) =>
      whole((cursor) => answerOf(client.GET('/v1/users', { signal, params: { query: { cursor } } }))),
  });
