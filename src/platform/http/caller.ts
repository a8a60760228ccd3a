import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { RecordReference } from '../references/index.js';
import type { ResourceDefinition } from '../resources/index.js';
import type { KnownPath } from './unknown-routes/known-routes.js';
import type { Policy, Verdict } from './rate-limit/rate-limiter.js';

export interface Caller {
  readonly organizationId: string;
  readonly userId: string;
  /** Of the access token, or of the session. */
  readonly tokenId: string;
  readonly scopes: ReadonlySet<string>;
  /** Of one who is signed in, and has no access token. */
  readonly session?: CallerSession;
}

export interface CallerSession {
  /** When the password was given last. */
  readonly signedInAt: Date;
  readonly expiresAt: Date;
}

/** A reference in the path. */
export interface PathReference {
  readonly resource: ResourceDefinition;
  readonly reference: RecordReference;
  /** The parameter. */
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
  /** The method of the controller. */
  handler?: object;
  /** With ids in the places of references. */
  resolvedPath?: string;
  /** Where a PATCH may create what its path refers to. */
  upsert?: PathReference;
  isCreated?: boolean;
  /** Of a request within another one, whose guards have passed. */
  internal?: { readonly fail: (error: unknown) => void };
  passedPaths?: readonly KnownPath[];
}

/** Implemented by the context that owns the access tokens. */
export abstract class CallerAuthenticator {
  /** @returns null: missing, malformed, unknown, expired, revoked, or new to this process and not `mayLookUp` */
  abstract authenticate(token: string | undefined, mayLookUp: () => Promise<boolean>): Promise<Caller | null>;
}

export const CurrentCaller = createParamDecorator((_data: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.switchToHttp().getRequest<ApiRequest>();
  if (!caller) throw new Error('A public route has no caller.');
  return caller;
});
