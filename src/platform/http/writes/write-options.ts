import { invalid } from '../../errors/index.js';
import { entityTagsOf } from '../../writes/entity-tags.js';
import type { Precondition } from '../../writes/current-write.js';
import type { ApiRequest } from '../caller.js';
import { keyOf } from './idempotency-key.js';
import type { WriteRoute } from './write-route.js';

export interface WriteOptions {
  readonly key: string | undefined;
  readonly isValidation: boolean;
  readonly match: Precondition['match'];
  readonly noneMatch: Precondition['noneMatch'];
}

export const VALIDATE_ONLY = 'validate_only';

/** @returns null when the request asks for nothing of the kind. @throws 400 naming the header or parameter */
export function writeOptionsOf(request: ApiRequest, { isVersioned }: WriteRoute): WriteOptions | null {
  const { 'idempotency-key': key, 'if-match': match, 'if-none-match': noneMatch } = request.headers;
  const isValidation = request.url.includes('?') && flagOf(request.query[VALIDATE_ONLY]);
  const hasPrecondition = isVersioned && (match !== undefined || noneMatch !== undefined);
  if (key === undefined && !isValidation && !hasPrecondition) return null;
  return {
    key: key === undefined ? undefined : keyOf(String(key)),
    isValidation,
    match: hasPrecondition ? tagsOf('If-Match', match) : undefined,
    noneMatch: hasPrecondition ? tagsOf('If-None-Match', noneMatch) : undefined,
  };
}

function flagOf(sent: unknown): boolean {
  if (sent === undefined || sent === 'false') return false;
  if (sent === 'true') return true;
  throw invalid({ [VALIDATE_ONLY]: ['must be true or false'] });
}

function tagsOf(name: string, header: string | undefined): Precondition['match'] {
  if (header === undefined) return undefined;
  const tags = entityTagsOf(header);
  if (tags) return tags;
  throw invalid({ [name]: ['must be * or ETags as they were received, such as "2026-11-21T06:30:00.000Z"'] });
}
