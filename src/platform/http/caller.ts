import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { RecordReference } from '../references/index.js';
import type { ResourceDefinition } from '../resources/index.js';
import type { KnownPath } from './unknown-routes/known-routes.js';
import type { Policy, Verdict } from './rate-limit/rate-limiter.js';

export interface Caller {
  readonly organizationId: string;
  readonly userId: string;
  /** Of the access token, or of the session. Null: what was sent is kept nowhere. */
  readonly tokenId: string | null;
  readonly scopes: ReadonlySet<string>;
  /** Of one who is signed in, and has no access token. */
  readonly session?: CallerSession;
  /** Of one whom the provider has given a token. */
  readonly bearer?: { readonly expiresAt: Date };
}

export interface CallerSession {
  /** When the user showed last who they are. */
  readonly signedInAt: Date;
  readonly expiresAt: Date;
}

export interface PathReference {
  readonly resource: ResourceDefinition;
  readonly reference: RecordReference;
  readonly place: string;
  /** That of the parent, where the name counts below that only. */
  readonly parentPlace: string | undefined;
}

export interface ApiRequest extends Request {
  id: string;
  caller?: Caller;
  addressVerdict?: Verdict;
  /** The limits under which it was counted. */
  countedBy?: readonly Policy[];
  /** Decompressed, for signatures of third parties. */
  rawBody?: Buffer;
  isGuarded?: boolean;
  handler?: object;
  /** With ids in the places of references. */
  resolvedPath?: string;
  /** Where a PATCH may create what its path refers to. */
  upsert?: PathReference;
  /** What the path of an upsert names beside the record itself: others may move that meanwhile. */
  upsertParents?: readonly PathReference[];
  isCreated?: boolean;
  /** Of a request within another one, whose guards have passed. */
  internal?: { readonly fail: (error: unknown) => void };
  passedPaths?: readonly KnownPath[];
}

export interface Credentials {
  readonly apiKey: string | undefined;
  readonly bearer: string | undefined;
}

/** Implemented by the context that owns the access tokens. */
export abstract class CallerAuthenticator {
  abstract readonly acceptsBearer: boolean;

  /** @returns null: missing, malformed, unknown, expired, revoked, sent twice, or new to this process and not `mayLookUp` */
  abstract authenticate(sent: Credentials, mayLookUp: () => Promise<boolean>): Promise<Caller | null>;
}

export const CurrentCaller = createParamDecorator((_data: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.switchToHttp().getRequest<ApiRequest>();
  if (!caller) throw new Error('A public route has no caller.');
  return caller;
});
