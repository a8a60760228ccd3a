import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { ApiRequest } from '../caller.js';
import { tokenScopeMissing } from '../errors/request-refusals.js';
import { allows, scopeOf } from '../routes/scope.js';
import { isOfPublicRoute } from '../routes/public.js';

@Injectable()
export class ScopeGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    if (isOfPublicRoute(context)) return true;
    const { caller, method } = context.switchToHttp().getRequest<ApiRequest>();
    const needed = scopeOf(this.reflector, context.getHandler(), context.getClass(), method);
    if (caller && allows(caller.scopes, needed)) return true;
    throw tokenScopeMissing(needed);
  }
}
