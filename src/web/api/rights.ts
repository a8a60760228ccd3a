import { useQuery } from '@tanstack/react-query';
import { mayDo } from './may-do.js';
import { api, type Schemas } from './client.js';

export const meQuery = api.queryOptions('get', '/v1/me', undefined, { staleTime: 60_000 });

/** Who is signed in. */
export function useMe(): Schemas['MeResponse'] | undefined {
  return useQuery(meQuery).data;
}

export function useMay(needed: string): boolean {
  const me = useMe();
  return me !== undefined && mayDo(me.scopes, needed);
}
