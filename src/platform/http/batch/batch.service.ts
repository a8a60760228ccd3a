import { Injectable } from '@nestjs/common';
import { translateDatabaseError, UnitOfWork } from '../../database/index.js';
import { BusinessError, invalid } from '../../errors/index.js';
import type { ApiRequest } from '../caller.js';
import { errorBody } from '../errors/error-body.js';
import { RelayedRefusal } from '../errors/relayed-refusal.js';
import { InternalRequests, type InternalResult } from '../internal-requests/index.js';
import { MAX_OPERATIONS_EACH, type BatchOperation, type BatchRequest } from './batch.dto.js';
import { endOfNeighbours, isOfWhole, together } from './neighbouring-operations.js';
import { filled } from './operation-references.js';
import { mustBeEarlier, OperationResults, type OperationResult } from './operation-results.js';
import { placedRefusal } from './placed-refusal.js';

class OperationRefused extends Error {
  constructor(readonly result: OperationResult) {
    super(`An operation was refused with ${result.status}.`);
  }
}

@Injectable()
export class BatchService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly requests: InternalRequests,
  ) {}

  /** In one transaction. @throws RelayedRefusal in the mode `atomic`, with the first refusal */
  run({ mode, operations }: BatchRequest, outer: ApiRequest): Promise<readonly OperationResult[]> {
    const latestReferred = mustFit(mode, operations);
    return this.unitOfWork.run(async () => {
      const results = new OperationResults();
      // Those that were refused together are repeated, which tells the one that is refused.
      const isEachAlone = mode === 'each' || this.unitOfWork.isRepeated;
      const startOf = (index: number) => (): Promise<OperationResult> =>
        this.resultOf(operations[index] as BatchOperation, index, results, outer, mode === 'each');
      while (results.all.length < operations.length) {
        const from = results.all.length;
        const end = isEachAlone ? from + 1 : endOfNeighbours(operations, from, latestReferred);
        const starts = operations.slice(from, end).map((_, offset) => startOf(from + offset));
        for (const [offset, result] of (await together(starts)).entries()) {
          const operation = operations[from + offset] as BatchOperation;
          if (mode === 'atomic' && result.status >= 400) throw relayed(result, operation, from + offset);
          results.add(operation, result);
        }
      }
      return results.all;
    });
  }

  /** @throws what is no refusal of the operation, such as a deadlock, after which the whole is done again */
  private async resultOf(
    operation: BatchOperation,
    index: number,
    results: OperationResults,
    outer: ApiRequest,
    isUndone: boolean,
  ): Promise<OperationResult> {
    const work = async (): Promise<InternalResult> => {
      const result = await this.requests.send(sent(filled(operation, index, results.resolve)), outer);
      if (result.status >= 400) throw new OperationRefused(placedRefusal(result, operation, index));
      return result;
    };
    try {
      return await this.unitOfWork.part(work, isUndone);
    } catch (error) {
      if (error instanceof OperationRefused) return error.result;
      const refusal = translateDatabaseError(error);
      if (isOfWhole(error) || !(refusal instanceof BusinessError)) throw error;
      const { status, body } = errorBody(refusal, outer.id);
      return { status, headers: {}, body: Buffer.from(JSON.stringify(body)) };
    }
  }
}

/** @returns of each operation the index of the latest that it refers to; -1: of none */
function mustFit(mode: BatchRequest['mode'], operations: readonly BatchOperation[]): number[] {
  if (mode === 'each' && operations.length > MAX_OPERATIONS_EACH) {
    throw invalid({ operations: [`must be a list of 1 to ${MAX_OPERATIONS_EACH} items with the mode each`] });
  }
  const earlier = new Map<string, number>();
  return operations.map((operation, index) => {
    let latest = -1;
    filled(operation, index, (reference, place) => {
      latest = Math.max(latest, mustBeEarlier(earlier, reference, place));
      return reference;
    });
    if (operation.ref !== undefined) earlier.set(operation.ref, index);
    return latest;
  });
}

const sent = ({ method, path, headers = {}, body }: BatchOperation) => ({
  method,
  path,
  headers: Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
  ),
  body,
});

function relayed({ status, headers, body }: OperationResult, { ref }: BatchOperation, index: number): Error {
  const refusal = body.length === 0 ? {} : (JSON.parse(body.toString()) as object | string);
  return new RelayedRefusal(status, headers, {
    ...(typeof refusal === 'string' ? { detail: refusal } : refusal),
    operation: { index, ...(ref !== undefined && { ref }) },
  });
}
