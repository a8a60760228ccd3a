import type { NextFunction, Response } from 'express';
import { BusinessError } from '../errors/index.js';
import type { ApiRequest, CallerAuthenticator } from './caller.js';

const isProtected = (path: string): boolean => /^\/v1(\/|$)/i.test(path);

/** Finds out who calls, before anything else is looked at. */
export const identifyCaller =
  (authenticator: CallerAuthenticator) =>
  async (request: ApiRequest, _response: Response, next: NextFunction): Promise<void> => {
    if (isProtected(request.path)) {
      const caller = await authenticator.authenticate(request.get('x-api-key'));
      if (caller) request.caller = caller;
    }
    next();
  };

/** Refuses everything under /v1 that comes without a valid token, also unknown paths. */
export function requireCaller(request: ApiRequest, response: Response, next: NextFunction): void {
  if (request.caller || !isProtected(request.path)) {
    next();
    return;
  }
  // RFC 9110 demands a challenge with every 401.
  response.setHeader('WWW-Authenticate', 'ApiKey realm="api", header="X-API-KEY"');
  next(
    new BusinessError(
      'unauthenticated',
      'token.invalid',
      'Send a valid access token in the header X-API-KEY. It may be missing, mistyped, expired or revoked.',
    ),
  );
}
