import type { NextFunction, Response } from 'express';
import { isOfApi } from './api-path.js';
import type { ApiRequest, CallerAuthenticator } from './caller.js';
import type { RateLimiter } from './rate-limit/rate-limiter.js';
import { tokenInvalid } from './request-refusals.js';

/**
 * Finds out who calls, before anything else is looked at. A token that nobody has seen is looked up only while its
 * address may send such; where it is valid, or the database does not say, it has not counted.
 */
export const identifyCaller =
  (authenticator: CallerAuthenticator, limiter: RateLimiter) =>
  async (request: ApiRequest, _response: Response, next: NextFunction): Promise<void> => {
    if (!isOfApi(request.path)) {
      next();
      return;
    }
    const mayLookUp = async (): Promise<boolean> => {
      request.addressVerdict = await limiter.countAddress(request);
      return !request.addressVerdict.isRefused;
    };
    let isUnknown = false;
    try {
      const caller = await authenticator.authenticate(request.get('x-api-key'), mayLookUp);
      if (caller) request.caller = caller;
      isUnknown = !caller;
    } finally {
      if (request.addressVerdict?.isRefused === false && !isUnknown) void limiter.giveBackAddress(request);
    }
    next();
  };

/** Refuses everything under /v1 that comes without a valid token, also unknown paths. */
export function requireCaller(request: ApiRequest, response: Response, next: NextFunction): void {
  if (request.caller || !isOfApi(request.path)) {
    next();
    return;
  }
  // RFC 9110 demands a challenge with every 401.
  response.setHeader('WWW-Authenticate', 'ApiKey realm="api", header="X-API-KEY"');
  next(tokenInvalid());
}
