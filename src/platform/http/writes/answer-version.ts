import { createHash } from 'node:crypto';
import type { Response } from 'express';
import { entityTag, entityTagsOf } from '../../writes/entity-tags.js';
import type { ApiRequest } from '../caller.js';
import { Json } from '../json.js';
import { hasDerivedMembers } from './write-route.js';

const derived = new WeakMap<object, boolean>();

function isDerived(handler: object | undefined): boolean {
  if (!handler) return false;
  const known = derived.get(handler);
  if (known !== undefined) return known;
  const found = hasDerivedMembers(handler);
  derived.set(handler, found);
  return found;
}

const digestOf = (bytes: Buffer): string =>
  createHash('sha256').update(bytes).digest('base64url').slice(0, 22);

export interface VersionedAnswer {
  readonly etag: string | null;
  readonly body: unknown;
}

/** The `ETag` of one record, and what is sent: its bytes, where they are known already. */
export function versionedAnswer({ handler }: ApiRequest, body: unknown): VersionedAnswer {
  if (typeof body !== 'object' || body === null || body instanceof Json) return { etag: null, body };
  const { modified_date: version } = body as { readonly modified_date?: unknown };
  if (typeof version !== 'string') return { etag: null, body };
  if (!isDerived(handler)) return { etag: entityTag(version), body };
  const bytes = Buffer.from(JSON.stringify(body));
  return { etag: entityTag(version, digestOf(bytes)), body: new Json(bytes) };
}

export function setVersion(response: Response, body: unknown): unknown {
  if (response.hasHeader('ETag')) return body;
  const answer = versionedAnswer(response.req as ApiRequest, body);
  if (answer.etag !== null) response.setHeader('ETag', answer.etag);
  return answer.body;
}

/** Not left to Express, for which `Cache-Control: no-cache`, sent by `fetch` beside `If-None-Match`, rules it out. */
export function isKnown(response: Response): boolean {
  const { method, headers } = response.req;
  const { 'if-none-match': sent } = headers;
  const etag = response.getHeader('ETag');
  if (sent === undefined || etag === undefined || (method !== 'GET' && method !== 'HEAD')) return false;
  const tags = entityTagsOf(sent);
  return tags === '*' || tags?.some((tag) => tag.replace(/^W\//, '') === etag) === true;
}
