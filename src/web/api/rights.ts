import { mayDo } from './may-do.js';
import { api, type Schemas } from './client.js';

/** Who is signed in. */
export function useMe(): Schemas['MeResponse'] | undefined {
  return api.useQuery('get', '/v1/me', undefined, { staleTime: 60_000 }).data;
}

export function useMay(needed: string): boolean {
  const me = useMe();
  return me !== undefined && mayDo(me.scopes, needed);
}
