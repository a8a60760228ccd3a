import { useQuery } from '@tanstack/react-query';
import { mayDo } from './may-do.js';
import { signedIn } from '../connection/session.js';
import { api, queries, type Schemas } from './client.js';

export const meQuery = api.queryOptions('get', '/v1/me', undefined, { staleTime: 60_000 });

const keep = (): void => {
  const me = signedIn.get() as Schemas['MeResponse'] | null;
  if (me) queries.setQueryData(meQuery.queryKey, me);
};
keep();
signedIn.follow(keep);

/** Who is signed in. */
export function useMe(): Schemas['MeResponse'] | undefined {
  return useQuery(meQuery).data;
}

export function useMay(needed: string): boolean {
  const me = useMe();
  return me !== undefined && mayDo(me.scopes, needed);
}

// What comes so soon is worth waiting for: pages that are rendered twice take longer.
const SOON_MS = 250;

/** What a page shows first, while its parts are loading. Over when it has come, or does not come soon. */
export async function askAhead(
  isPreload: boolean,
  needed: string,
  ask: () => Promise<unknown>,
): Promise<void> {
  if (isPreload) return;
  const me = queries.getQueryData<Schemas['MeResponse']>(meQuery.queryKey);
  if (!me || !mayDo(me.scopes, needed)) return;
  await Promise.race([ask(), new Promise((resolve) => setTimeout(resolve, SOON_MS))]);
}
