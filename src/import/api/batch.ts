import { ImportFault } from '../import-fault.js';
import type { ApiClient } from './api.client.js';
import { ApiRefusal, refusalOf } from './api.errors.js';

export interface Operation {
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface Done {
  readonly status: number;
  readonly body: unknown;
}

export type Result = Done | ApiRefusal;

export const operationsAtATime = 50;
const mostBytes = 3_500_000;

/** Each by itself; results in their order. @throws ImportFault for what concerns all */
export async function sendBatch(client: ApiClient, operations: readonly Operation[]): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < operations.length; start += operationsAtATime) {
    const group = operations.slice(start, start + operationsAtATime);
    const named = group.map(({ method, path }) => `${method} ${path}`);
    const escaped = group.map((operation) => ({ ...operation, body: escapedValue(operation.body) }));
    results.push(...(await sendMany(client, '/v1/batch', 'operations', escaped, named)));
  }
  return results;
}

/** Where the call is refused as a whole, its halves are sent, so that one item refuses no other. */
export async function sendMany(
  client: ApiClient,
  path: string,
  list: 'operations' | 'entries',
  items: readonly unknown[],
  named: readonly string[],
): Promise<Result[]> {
  const content = { mode: 'each', [list]: items };
  const isTooLarge = items.length > 1 && Buffer.byteLength(JSON.stringify(content)) > mostBytes;
  const answer = isTooLarge ? undefined : await sendWhole(client, path, content, items.length);
  if (answer instanceof ApiRefusal) return [answer];
  if (answer !== undefined) return resultsOf(answer, path, named);
  const half = Math.ceil(items.length / 2);
  return [
    ...(await sendMany(client, path, list, items.slice(0, half), named.slice(0, half))),
    ...(await sendMany(client, path, list, items.slice(half), named.slice(half))),
  ];
}

function resultsOf(answer: unknown, path: string, named: readonly string[]): Result[] {
  const { results } = answer as { results?: Done[] };
  if (!Array.isArray(results) || results.length !== named.length)
    throw new ImportFault(
      `POST ${path} did not answer for each of its parts: is --url the address of the API?`,
    );
  return results.map((result, index) => resultOf(result, named[index] ?? path));
}

function resultOf({ status, body }: Done, request: string): Result {
  if (status < 400) return { status, body };
  const refusal = refusalOf(status, body, request);
  if (refusal instanceof ApiRefusal) return refusal;
  throw refusal;
}

/** @returns undefined where several are refused together */
async function sendWhole(client: ApiClient, path: string, content: unknown, count: number): Promise<unknown> {
  try {
    return (await client.send('POST', path, content)) ?? {};
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error;
    if (error.status === 404)
      throw new ImportFault(`There is no POST ${path}: the API is older than this import.`);
    return count === 1 ? error : undefined;
  }
}

/** Text that begins with @{ would refer to the answer of another operation. */
function escapedValue(value: unknown): unknown {
  if (typeof value === 'string') return /^@+\{/.test(value) ? `@${value}` : value;
  if (Array.isArray(value)) return value.map(escapedValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, escapedValue(item)]));
}
