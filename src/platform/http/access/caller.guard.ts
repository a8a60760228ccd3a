import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';
import { CallerAuthenticator, type ApiRequest } from '../caller.js';
import { RateLimiter } from '../rate-limit/rate-limiter.js';
import { isOfPublicRoute } from '../routes/public.js';
import { credentialsOf } from './credentials.js';

/** Identifies the caller. Unknown tokens are looked up within the limit of the address; valid ones do not count. */
@Injectable()
export class CallerGuard implements CanActivate {
  constructor(
    private readonly authenticator: CallerAuthenticator,
    private readonly limiter: RateLimiter,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const http = context.switchToHttp();
    if (http.getRequest<ApiRequest>().internal) return true;
    // A response for one caller must not be cached for others.
    http.getResponse<Response>().setHeader('Cache-Control', 'no-store');
    return isOfPublicRoute(context) || this.identify(http.getRequest<ApiRequest>());
  }

  private async identify(request: ApiRequest): Promise<true> {
    const mayLookUp = async (): Promise<boolean> => {
      request.addressVerdict = await this.limiter.countAddress(request);
      return !request.addressVerdict.isRefused;
    };
    let isUnknown = false;
    try {
      const caller = await this.authenticator.authenticate(credentialsOf(request), mayLookUp);
      if (caller) request.caller = caller;
      isUnknown = !caller;
    } finally {
      if (request.addressVerdict?.isRefused === false && !isUnknown)
        void this.limiter.giveBackAddress(request);
    }
    return true;
  }
}
