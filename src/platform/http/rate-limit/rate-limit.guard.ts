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
import { requestRateLimited } from '../errors/request-refusals.js';
import { RefusalDelay } from './refusal-delay.js';

/**
 * Limits by user and organization, else by address (draft-ietf-httpapi-ratelimit-headers). On a route,
 * `@Throttle({ default: ... })` sets another limit for the user, and `@SkipThrottle()` none.
 */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  private readonly delay = new RefusalDelay();

  constructor(
    @InjectThrottlerOptions() options: ThrottlerModuleOptions,
    @InjectThrottlerStorage() storage: ThrottlerStorage,
    reflector: Reflector,
    private readonly limiter: RateLimiter,
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
      name: request.caller ? 'user' : 'address',
      key: this.isOfRoute(context, throttler.name) ? generateKey(context, tracker, 'default') : tracker,
      limit,
      windowMs: ttl,
    };
    const { caller } = request;
    const shared = caller ? [this.limiter.ofOrganization(caller.organizationId)] : [];
    return this.judge(await this.limiter.count(own, ...shared), context);
  }

  protected override getTracker(request: ApiRequest): Promise<string> {
    const { caller } = request;
    return Promise.resolve(caller ? `user:${caller.userId}` : `address:${countedAddress(request)}`);
  }

  protected override generateKey(context: ExecutionContext, tracker: string): string {
    return `${tracker}:${context.getClass().name}.${context.getHandler().name}`;
  }

  private isOfRoute(context: ExecutionContext, name = 'default'): boolean {
    return isThrottled(this.reflector, [context.getHandler(), context.getClass()], name);
  }

  private async judge(verdict: Verdict, context: ExecutionContext): Promise<boolean> {
    const response = context.switchToHttp().getResponse<Response>();
    setHeaders(verdict, response);
    if (!verdict.isRefused) return true;
    await this.delay.wait();
    const full = fullPolicies(verdict);
    const seconds = Math.max(1, ...full.map((policy) => policy.seconds));
    response.setHeader('Retry-After', seconds);
    throw requestRateLimited(
      full.map(({ name }) => name),
      seconds,
    );
  }
}

function setHeaders({ policies, windows }: Verdict, response: Response): void {
  let policyField = '';
  let leftField = '';
  for (const [index, { name, limit, windowMs }] of policies.entries()) {
    const { hits = 0, endsInMs = 0 } = windows[index] ?? {};
    const separator = index === 0 ? '' : ', ';
    policyField += `${separator}"${name}";q=${limit};w=${secondsOf(windowMs)}`;
    leftField += `${separator}"${name}";r=${Math.max(0, limit - hits)};t=${secondsOf(endsInMs)}`;
  }
  response.setHeader('RateLimit-Policy', policyField);
  response.setHeader('RateLimit', leftField);
}

const fullPolicies = ({ policies, windows }: Verdict): { name: string; seconds: number }[] =>
  policies.flatMap(({ name, limit }, index) => {
    const { hits = 0, endsInMs = 0 } = windows[index] ?? {};
    return hits + 1 > limit ? [{ name, seconds: secondsOf(endsInMs) }] : [];
  });

const secondsOf = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1000));
