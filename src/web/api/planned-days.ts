import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { client } from './client.js';
import { asLines, itemsOf } from './whole-lists.js';

export interface PlannedDay {
  readonly plan_date: string;
  readonly hours: number;
  readonly project_offering_role_id: string;
}

interface Range {
  readonly project_id?: string;
  readonly project_offering_id?: string;
  readonly start_date?: string;
  readonly end_date?: string;
}

/** However many there are in one request. */
function read(query: Range, signal: AbortSignal): Promise<PlannedDay[]> {
  const fields = 'plan_date,hours,project_offering_role_id';
  return itemsOf(
    client.GET('/v1/planned-time', { ...asLines, signal, params: { query: { ...query, fields } } }),
  );
}

export const usePlannedDays = (query: Range, enabled: boolean): UseQueryResult<PlannedDay[]> =>
  useQuery({ enabled, queryKey: ['planned-days', query], queryFn: ({ signal }) => read(query, signal) });
