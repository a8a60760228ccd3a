import { Json } from '../json.js';
import type { BatchOperation, BatchResponse } from './batch.dto.js';
import type { OperationResult } from './operation-results.js';

const NONE = Buffer.from('null');

/** The bodies go out as they are. */
export function batchAnswer(
  operations: readonly BatchOperation[],
  results: readonly OperationResult[],
): Json<BatchResponse> {
  const parts = results.flatMap(({ status, headers, body }, index) => {
    const head = JSON.stringify({ ref: operations[index]?.ref ?? null, status, headers });
    const opening = `${index === 0 ? '' : ','}${head.slice(0, -1)},"body":`;
    return [Buffer.from(opening), body.length === 0 ? NONE : body, Buffer.from('}')];
  });
  return new Json(Buffer.concat([Buffer.from('{"results":['), ...parts, Buffer.from(']}')]));
}
