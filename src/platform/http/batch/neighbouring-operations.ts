import { NeighbouringCalls } from '../../bulk/index.js';
import { ConcurrentChange, isRetryable, translateDatabaseError } from '../../database/index.js';
import { UnavailableError } from '../../errors/index.js';
import type { BatchOperation } from './batch.dto.js';
import type { OperationResult } from './operation-results.js';

/** Whether it is no refusal of one operation, such as a deadlock. */
export const isOfWhole = (error: unknown): boolean =>
  isRetryable(error) || translateDatabaseError(error) instanceof UnavailableError;

/** Those after the first that are sent to the same route without preconditions, and refer to none of them. */
export function endOfNeighbours(
  operations: readonly BatchOperation[],
  from: number,
  latestReferred: readonly number[],
): number {
  const first = operations[from] as BatchOperation;
  const isNeighbour = ({ method, path, headers }: BatchOperation, index: number): boolean =>
    method === first.method && path === first.path && !headers && (latestReferred[index] as number) < from;
  const end = operations.findIndex((each, index) => index > from && !isNeighbour(each, index));
  return end < 0 ? operations.length : end;
}

/** @returns the results of as many as were done, at least of the first */
export async function together(
  starts: readonly (() => Promise<OperationResult>)[],
): Promise<OperationResult[]> {
  const [first] = starts;
  if (first && starts.length === 1) return [await first()];
  const calls = new NeighbouringCalls();
  const started: Promise<OperationResult>[] = [];
  for (const start of starts) {
    const nextCall = calls.nextCall();
    const result = calls.within(start);
    started.push(result);
    const ended = Promise.allSettled([result]);
    const isWaiting = await Promise.race([nextCall.then(() => true), ended.then(() => false)]);
    if (!isWaiting) break;
  }
  const failure = await calls.doAll();
  await Promise.allSettled(started);
  if (failure !== undefined && !isOfWhole(failure)) throw new ConcurrentChange(failure);
  return Promise.all(started);
}
