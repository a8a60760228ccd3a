import type { InternalResult } from '../internal-requests/index.js';
import type { BatchOperation } from './batch.dto.js';
import type { OperationResult } from './operation-results.js';

interface Refusal {
  errors?: Readonly<Record<string, readonly string[]>>;
}

/** With the members of a 400 named as in the request that holds the operation. */
export function placedRefusal(
  result: InternalResult,
  operation: BatchOperation,
  index: number,
): OperationResult {
  if (result.status !== 400) return result;
  const refusal = JSON.parse(result.body.toString()) as Refusal | string;
  if (typeof refusal === 'string') return result;
  const { errors = {} } = refusal;
  const placed = Object.entries(errors).map(([name, messages]) => [
    `operations[${index}]${placeOf(name, operation, result.parameters)}`,
    messages,
  ]);
  return {
    ...result,
    body: Buffer.from(JSON.stringify({ ...refusal, errors: Object.fromEntries(placed) as object })),
  };
}

const ofPath = new Set(['path', 'query', 'request']);

function placeOf(
  name: string,
  { body = {}, headers = {} }: BatchOperation,
  parameters: readonly string[],
): string {
  const [first = ''] = name.split(/[.[]/, 1);
  if (name === 'body') return '.body';
  if (name.startsWith('[')) return `.body${name}`;
  if (Object.hasOwn(headers, name)) return `.headers.${name}`;
  if (Object.hasOwn(body, first)) return `.body.${name}`;
  if (ofPath.has(name)) return '.path';
  return parameters.includes(first) ? `.path.${name}` : `.body.${name}`;
}
