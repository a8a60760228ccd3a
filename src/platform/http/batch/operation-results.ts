import { invalid } from '../../errors/index.js';
import { requestReferenceFailed } from '../errors/request-refusals.js';
import type { InternalResult } from '../internal-requests/index.js';
import type { BatchOperation } from './batch.dto.js';
import type { Resolve } from './operation-references.js';

export type OperationResult = Omit<InternalResult, 'parameters'>;

/** @param earlier indexes of operations by ref @returns that of the one that is referred to @throws BusinessError 400 */
export function mustBeEarlier(
  earlier: ReadonlyMap<string, number>,
  reference: string,
  place: string,
): number {
  const { ref, members } = partsOf(reference);
  const index = earlier.get(ref);
  if (members.length > 0 && index !== undefined) return index;
  throw invalid({
    [place]: [
      `must refer to a member of the answer to an earlier operation, such as @{deal.id}; it says @{${reference}}`,
    ],
  });
}

/** The answers so far, by ref. */
export class OperationResults {
  readonly all: OperationResult[] = [];
  private readonly byRef = new Map<string, OperationResult>();
  private readonly parsed = new Map<OperationResult, unknown>();

  add({ ref }: BatchOperation, result: OperationResult): void {
    this.all.push(result);
    if (ref !== undefined) this.byRef.set(ref, result);
  }

  /** @throws BusinessError 424 when that operation was refused, 400 when its answer has no such member */
  readonly resolve: Resolve = (reference, place) => {
    const { ref, members } = partsOf(reference);
    const result = this.byRef.get(ref);
    if (!result) throw new Error(`There is no result of ${ref}.`);
    if (result.status >= 400) throw requestReferenceFailed(ref);
    let value = this.bodyOf(result);
    for (const name of members) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) {
        throw invalid({
          [place]: [`must name a member of the answer to "${ref}", which has no ${members.join('.')}`],
        });
      }
      value = (value as Readonly<Record<string, unknown>>)[name];
    }
    return value;
  };

  private bodyOf(result: OperationResult): unknown {
    if (!this.parsed.has(result)) {
      this.parsed.set(
        result,
        result.body.length === 0 ? null : (JSON.parse(result.body.toString()) as unknown),
      );
    }
    return this.parsed.get(result);
  }
}

function partsOf(reference: string): { ref: string; members: string[] } {
  const [ref = '', ...members] = reference.split('.');
  return { ref, members };
}
