import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { ApiRequest } from '../caller.js';
import { requestNotInBatch } from '../errors/request-refusals.js';
import { isNotInBatch } from '../many-at-once/not-in-batch.js';
import { isOfPublicRoute } from '../routes/public.js';

@Injectable()
export class BatchRouteGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    if (!request.internal) return true;
    const isAlone = [context.getHandler(), context.getClass()].some(isNotInBatch);
    if (isAlone || isOfPublicRoute(context)) throw requestNotInBatch(request.method, request.path);
    return true;
  }
}
