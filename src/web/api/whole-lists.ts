import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { answerOf, client, type Schemas } from './client.js';

/** A list without pages: one record in each line, in the form of the header `Accept`. */
export const asLines = { headers: { Accept: 'application/x-ndjson' }, parseAs: 'text' } as const;

/** Of what was sent with {@link asLines}. */
export async function itemsOf<Item>(sent: Promise<{ data?: string }>): Promise<Item[]> {
  const lines = (await answerOf(sent)).split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Item);
}

interface Options {
  readonly enabled: boolean;
}

/** All of them in one request: nothing is hidden behind a page. */
export const useTokens = (options: Options): UseQueryResult<Schemas['AccessTokenResponse'][]> =>
  useQuery({
    ...options,
    queryKey: ['tokens'],
    queryFn: ({ signal }) => itemsOf(client.GET('/v1/access-tokens', { ...asLines, signal })),
  });

export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: ({ signal }) => itemsOf<Schemas['UserResponse']>(client.GET('/v1/users', { ...asLines, signal })),
});

export const useUsers = (options: Options) => useQuery({ ...usersQuery, ...options });

interface SubscriberOptions extends Options {
  /** Of each one's last 24 hours. */
  readonly withHealth?: boolean;
  /** In milliseconds. */
  readonly refetchInterval?: number;
}

export const useSubscribers = ({
  withHealth = false,
  ...options
}: SubscriberOptions): UseQueryResult<Schemas['ShownWebhookSubscriberResponse'][]> =>
  useQuery({
    ...options,
    queryKey: ['webhook-subscribers', withHealth],
    queryFn: ({ signal }) => {
      const params = { query: withHealth ? { include: ['health' as const] } : {} };
      return itemsOf(client.GET('/v1/webhook-subscribers', { ...asLines, params, signal }));
    },
  });
