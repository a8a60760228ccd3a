import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { ApiRequest } from '../caller.js';
import { tokenScopeMissing } from '../request-refusals.js';
import { allows, scopeOf } from './scope.js';

/** Refuses a caller whose token lacks the scope of the route. */
@Injectable()
export class ScopeGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    const needed = scopeOf(this.reflector, context.getHandler(), context.getClass(), request.method);
    const { caller } = request;
    if (caller && allows(caller.scopes, needed)) return true;
    throw tokenScopeMissing(needed);
  }
}
