import { QueryClient } from '@tanstack/react-query';
import createFetchClient from 'openapi-fetch';
import createQueryClient from 'openapi-react-query';
import type { components, paths } from '../generated/api.js';
import { exchange } from '../connection/exchange.js';
import { apiAddress } from '../connection/place.js';
import { isProblem, OFFLINE, Problem } from '../connection/problem.js';
import { askForPassword } from './recent-sign-in.js';
import { forgetToken, isSignedOut, sessionNumber, sessionToken } from '../connection/session.js';

export type Schemas = components['schemas'];

/** The API of any other client: what it refuses comes as a {@link Problem}. */
export const client = createFetchClient<paths, 'application/json'>({
  baseUrl: apiAddress,
  fetch: authorized,
});

export const api = createQueryClient(client);

/** What came back: what is refused was thrown. */
export async function answerOf<Answer>(sent: Promise<{ data?: Answer }>): Promise<NonNullable<Answer>> {
  return (await sent).data as NonNullable<Answer>;
}

/** Whether the same may be done in a moment. */
export const isPassing = (error: unknown): boolean =>
  isProblem(error, OFFLINE) || (error instanceof Problem && [429, 502, 503, 504].includes(error.status));

/** Milliseconds. @param count of the times that it was tried again before */
export const retryDelay = (count: number): number => Math.min(10_000, 1000 * 2 ** count);

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5000,
      networkMode: 'always',
      retry: (_count, error) => isPassing(error),
      retryDelay,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

// What one user has seen is not for the next one.
sessionNumber.follow(() => {
  if (isSignedOut.get()) queries.clear();
  else void queries.resetQueries();
});

async function authorized(request: Request, isSecond = false): Promise<Response> {
  const token = await sessionToken();
  const sent = request.clone();
  sent.headers.set('X-API-KEY', token);
  const response = await exchange(sent);
  if (response.ok) return response;
  if (response.status === 401 && !isSecond) {
    forgetToken(token);
    return authorized(request, true);
  }
  const problem = await Problem.of(response);
  if (problem.code !== 'session.reauthentication_required') throw problem;
  await askForPassword();
  return authorized(request);
}
