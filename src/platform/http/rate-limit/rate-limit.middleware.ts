import type { ThrottlerStorage } from '@nestjs/throttler';
import type { NextFunction, Response } from 'express';
import type { Settings } from '../../config/settings.js';
import { BusinessError } from '../../errors/index.js';
import type { ApiRequest } from '../caller.js';

/** A limit by name: so many requests in a window of so many seconds. */
interface Policy {
  readonly name: string;
  readonly limit: number;
}

/**
 * Counts each request: a caller's by user, every other by address. The answer tells the policy and what is left of
 * it in the fields RateLimit-Policy and RateLimit (draft-ietf-httpapi-ratelimit-headers).
 */
export function limitRate(storage: ThrottlerStorage, settings: Settings) {
  const seconds = settings.RATE_LIMIT_WINDOW_SECONDS;
  const byUser: Policy = { name: 'user', limit: settings.RATE_LIMIT_REQUESTS };
  const byAddress: Policy = { name: 'address', limit: settings.RATE_LIMIT_UNAUTHENTICATED_REQUESTS };

  return async (request: ApiRequest, response: Response, next: NextFunction): Promise<void> => {
    const { name, limit } = request.caller ? byUser : byAddress;
    const key = request.caller?.userId ?? request.ip ?? 'unknown';
    const { totalHits, timeToExpire, isBlocked } = await storage.increment(
      key,
      seconds * 1000,
      limit,
      0,
      name,
    );
    response.setHeader('RateLimit-Policy', `"${name}";q=${limit};w=${seconds}`);
    response.setHeader('RateLimit', `"${name}";r=${Math.max(0, limit - totalHits)};t=${timeToExpire}`);
    if (!isBlocked) {
      next();
      return;
    }
    response.setHeader('Retry-After', timeToExpire);
    next(
      new BusinessError(
        'rate_limited',
        'request.rate_limited',
        `Too many requests: try again in ${timeToExpire} seconds.`,
      ),
    );
  };
}
