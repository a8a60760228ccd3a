import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { Verdict } from './rate-limit/rate-limiter.js';

/** Who sends a request: a user of one organization, with what the token allows. */
export interface Caller {
  readonly organizationId: string;
  readonly userId: string;
  readonly tokenId: string;
  readonly scopes: ReadonlySet<string>;
}

/** A request as it travels through the middlewares. */
export interface ApiRequest extends Request {
  id: string;
  caller?: Caller;
  /** Where the request has been counted by its address already. */
  addressVerdict?: Verdict;
}

/** Finds out who sends a request. Answered by the context that owns the access tokens. */
export abstract class CallerAuthenticator {
  /**
   * @param mayLookUp asked before a token is looked for that this process has never seen
   * @returns null when the token is missing, malformed, unknown, expired or revoked, or must not be looked for
   */
  abstract authenticate(token: string | undefined, mayLookUp: () => Promise<boolean>): Promise<Caller | null>;
}

/** The caller of the request, as a controller parameter. */
export const CurrentCaller = createParamDecorator((_data: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.switchToHttp().getRequest<ApiRequest>();
  if (!caller) throw new Error('A route outside /v1 has no caller.');
  return caller;
});
