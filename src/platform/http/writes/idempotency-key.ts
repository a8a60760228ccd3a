import { createHash } from 'node:crypto';
import { invalid } from '../../errors/index.js';
import type { ApiRequest, Caller } from '../caller.js';

const text = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;
const key = /^[\x21-\x7e]{1,255}$/;

/** Of the header: the key as it is, or as a string. */
export const KEY_PATTERN = String.raw`^([!#-~][!-~]{0,254}|"([!#-\[\]-~]|\\["\\]){1,255}")$`;

/** With quotation marks, and a backslash before each character. */
export const LONGEST_KEY = 512;

/** @throws 400 unless it is a key, as it is or as a string of RFC 9651 */
export function keyOf(header: string): string {
  const sent = header.trim();
  const quoted = text.exec(sent)?.[1]?.replace(/\\(["\\])/g, '$1');
  const read = quoted ?? sent;
  if (key.test(read)) return read;
  throw invalid({
    'Idempotency-Key': ['must be 1 to 255 visible ASCII characters, as they are or between quotation marks'],
  });
}

export interface NamedWrite {
  readonly organizationId: string;
  readonly userId: string;
  readonly method: string;
  readonly path: string;
  readonly keyHash: string;
  readonly digest: string;
}

/** Its answer may show what another token of the user may not read, so the scopes belong to it. */
export function namedWrite(
  request: ApiRequest,
  { organizationId, userId, scopes }: Caller,
  sent: string,
): NamedWrite {
  const { method, headers, query } = request;
  const path = request.path.replace(/\/$/, '');
  const conditions = [headers['if-match'] ?? null, headers['if-none-match'] ?? null];
  return {
    organizationId,
    userId,
    method,
    path,
    keyHash: hashOf([userId, method, path, sent]),
    digest: hashOf([query, (request.body as unknown) ?? null, ...conditions, [...scopes].sort()]),
  };
}

const hashOf = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
