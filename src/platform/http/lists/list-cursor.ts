import { createHash, timingSafeEqual } from 'node:crypto';
import { invalid } from '../../errors/index.js';

export const START = 'start';

const VERSION = 1;
const DIGEST_BYTES = 9;
const HEAD_BYTES = 1 + DIGEST_BYTES;

export interface CursorScope {
  readonly organizationId: string;
  readonly path: string;
  readonly filters: object;
}

export function cursorOf(position: readonly string[], scope: CursorScope): string {
  const values = Buffer.from(JSON.stringify(position));
  return Buffer.concat([Buffer.of(VERSION), digestOf(values, scope), values]).toString('base64url');
}

/** @returns the position, empty at the start. @throws 400 for a cursor of another list, or none at all */
export function positionOf(cursor: string, scope: CursorScope): string[] {
  if (cursor === START) return [];
  const bytes = Buffer.from(cursor, 'base64url');
  const values = bytes.subarray(HEAD_BYTES);
  const isOurs =
    bytes.length > HEAD_BYTES &&
    bytes[0] === VERSION &&
    timingSafeEqual(bytes.subarray(1, HEAD_BYTES), digestOf(values, scope)) &&
    bytes.toString('base64url') === cursor;
  if (isOurs) return JSON.parse(values.toString()) as string[];
  throw invalid({
    cursor: [
      'must be start, or the next_cursor of an answer to the same list with the same filters, as it was received',
    ],
  });
}

function digestOf(values: Buffer, { organizationId, path, filters }: CursorScope): Buffer {
  const named = Object.entries(filters).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([VERSION, organizationId, path, named]))
    .update(values)
    .digest()
    .subarray(0, DIGEST_BYTES);
}
