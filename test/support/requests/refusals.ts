import type { ApiClient } from './api-client.js';

/** An id that no record has. */
export const UNUSED_ID = '7f3c1b52-8a44-4d0e-9b1e-3f5a6c7d8e90';

interface Sender {
  readonly api: ApiClient;
}

/** The status and the code of an answer that refuses. */
export async function refusal(
  { api }: Sender,
  method: string,
  path: string,
  body?: unknown,
): Promise<[status: number, code: unknown]> {
  const answer = await api.send(method, path, body);
  return [answer.status, answer.body.code];
}

/** The status of an answer, and the members that it finds fault with, in the order of the alphabet. */
export async function faults(
  { api }: Sender,
  method: string,
  path: string,
  body?: unknown,
): Promise<[status: number, members: string[]]> {
  const answer = await api.send<{ errors?: object }>(method, path, body);
  return [answer.status, Object.keys(answer.body.errors ?? {}).sort()];
}
