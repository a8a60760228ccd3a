import { Injectable, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  InjectThrottlerOptions,
  InjectThrottlerStorage,
  ThrottlerGuard,
  type ThrottlerModuleOptions,
  type ThrottlerRequest,
  type ThrottlerStorage,
} from '@nestjs/throttler';
import type { Response } from 'express';
import { isThrottled } from '../nest-internals/nest-internals.js';
import { isOfPublicRoute } from '../routes/public.js';
import type { ApiRequest } from '../caller.js';
import { countedAddress } from './client-address.js';
import { RateLimiter, type Policy, type Verdict } from './rate-limiter.js';
import { RequestCount } from './request-count.js';

/**
 * Limits by user and organization, else by address (draft-ietf-httpapi-ratelimit-headers). On a route,
 * `@Throttle({ default: ... })` sets another limit for the user, and `@SkipThrottle()` none.
 */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  constructor(
    @InjectThrottlerOptions() options: ThrottlerModuleOptions,
    @InjectThrottlerStorage() storage: ThrottlerStorage,
    reflector: Reflector,
    private readonly limiter: RateLimiter,
    private readonly counts: RequestCount,
  ) {
    super(options, storage, reflector);
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    if (request.internal) return true;
    if (request.caller || isOfPublicRoute(context)) return super.canActivate(context);
    // Whatever the route says: attempts without a valid token are always limited.
    return this.judge(request.addressVerdict ?? (await this.limiter.countAddress(request)), context);
  }

  protected override async handleRequest(asked: ThrottlerRequest): Promise<boolean> {
    const { context, limit, ttl, throttler, getTracker, generateKey } = asked;
    const request = context.switchToHttp().getRequest<ApiRequest>();
    const tracker = await getTracker(request, context);
    const own: Policy = {
      name: nameOf(request),
      key: this.isOfRoute(context, throttler.name) ? generateKey(context, tracker, 'default') : tracker,
      limit,
      windowMs: ttl,
    };
    const { caller } = request;
    // People at the pages take nothing from the integrations of their organization.
    const shared = caller && !caller.session ? [this.limiter.ofOrganization(caller.organizationId)] : [];
    return this.judge(await this.limiter.count(own, ...shared), context);
  }

  protected override getTracker(request: ApiRequest): Promise<string> {
    return Promise.resolve(`${nameOf(request)}:${request.caller?.userId ?? countedAddress(request)}`);
  }

  protected override generateKey(context: ExecutionContext, tracker: string): string {
    return `${tracker}:${context.getClass().name}.${context.getHandler().name}`;
  }

  private isOfRoute(context: ExecutionContext, name = 'default'): boolean {
    return isThrottled(this.reflector, [context.getHandler(), context.getClass()], name);
  }

  private judge(verdict: Verdict, context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    return this.counts.judge(verdict, 1, http.getRequest<ApiRequest>(), http.getResponse<Response>());
  }
}

function nameOf({ caller }: ApiRequest): Policy['name'] {
  if (!caller) return 'address';
  return caller.session ? 'web' : 'user';
}
