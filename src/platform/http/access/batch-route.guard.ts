import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { ApiRequest } from '../caller.js';
import { requestNotInBatch } from '../errors/request-refusals.js';
import { NotInBatch } from '../many-at-once/not-in-batch.js';
import { isThrottled } from '../nest-internals/nest-internals.js';
import { isOfPublicRoute } from '../routes/public.js';

@Injectable()
export class BatchRouteGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    if (!request.internal) return true;
    const places = [context.getHandler(), context.getClass()];
    // A batch counts as few requests: each operation would pass the limit of its route.
    const isAlone =
      this.reflector.getAllAndOverride(NotInBatch, places) !== undefined ||
      isThrottled(this.reflector, places, 'default');
    if (isAlone || isOfPublicRoute(context)) throw requestNotInBatch(request.method, request.path);
    return true;
  }
}
