import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';
import type { ApiRequest } from '../caller.js';
import { VALIDATE_ONLY } from './write-options.js';
import { writeRouteOf } from './write-route.js';

/** Says of a write that it is only tried, also where one of the guards behind this one refuses it. */
@Injectable()
export class ValidationGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const http = context.switchToHttp();
    const request = http.getRequest<ApiRequest>();
    const isWrite = request.url.includes('?') && writeRouteOf(context.getHandler()) !== undefined;
    if (isWrite && request.query[VALIDATE_ONLY] === 'true')
      http.getResponse<Response>().setHeader('Validate-Only', 'true');
    return true;
  }
}
