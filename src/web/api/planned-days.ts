import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { answerOf, client } from './client.js';

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

const NDJSON = 'application/x-ndjson';

/** However many there are in one request: a line each. */
async function read(query: Range, signal: AbortSignal): Promise<PlannedDay[]> {
  const lines = await answerOf(
    client.GET('/v1/planned-time', {
      signal,
      parseAs: 'text',
      headers: { Accept: NDJSON },
      params: { query: { ...query, fields: 'plan_date,hours,project_offering_role_id' } },
    }),
  );
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as PlannedDay);
}

export const usePlannedDays = (query: Range, enabled: boolean): UseQueryResult<PlannedDay[]> =>
  useQuery({ enabled, queryKey: ['planned-days', query], queryFn: ({ signal }) => read(query, signal) });
