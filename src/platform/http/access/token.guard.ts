import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';
import type { ApiRequest } from '../caller.js';
import { tokenInvalid } from '../errors/request-refusals.js';
import { isOfPublicRoute } from '../routes/public.js';

@Injectable()
export class TokenGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const http = context.switchToHttp();
    if (http.getRequest<ApiRequest>().caller || isOfPublicRoute(context)) return true;
    // RFC 9110 demands a challenge with every 401.
    http.getResponse<Response>().setHeader('WWW-Authenticate', 'ApiKey realm="api", header="X-API-KEY"');
    throw tokenInvalid();
  }
}
