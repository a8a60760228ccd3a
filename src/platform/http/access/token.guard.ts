import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';
import { CallerAuthenticator, type ApiRequest } from '../caller.js';
import { tokenInvalid, tokenSentTwice } from '../errors/request-refusals.js';
import { isOfPublicRoute } from '../routes/public.js';
import { credentialsOf } from './credentials.js';

@Injectable()
export class TokenGuard implements CanActivate {
  constructor(private readonly authenticator: CallerAuthenticator) {}

  canActivate(context: ExecutionContext): boolean {
    const http = context.switchToHttp();
    const request = http.getRequest<ApiRequest>();
    if (request.caller || isOfPublicRoute(context)) return true;
    const { acceptsBearer } = this.authenticator;
    // RFC 9110 demands a challenge with every 401.
    const challenge = `ApiKey realm="api", header="X-API-KEY"${acceptsBearer ? ', Bearer realm="api"' : ''}`;
    http.getResponse<Response>().setHeader('WWW-Authenticate', challenge);
    const { apiKey, bearer } = credentialsOf(request);
    if (acceptsBearer && apiKey !== undefined && bearer !== undefined) throw tokenSentTwice();
    throw tokenInvalid();
  }
}
