import type { NextFunction, Response } from 'express';
import type { BusinessError } from '../../errors/index.js';
import type { ApiRequest } from '../caller.js';
import { requestRateLimited } from '../request-refusals.js';
import type { RateLimiter, Verdict } from './rate-limiter.js';
import { RefusalLane } from './refusal-lane.js';

/**
 * Counts each request, and refuses what is too much. The answer tells each policy and what is left of it in the fields
 * RateLimit-Policy and RateLimit (draft-ietf-httpapi-ratelimit-headers).
 * @param windowSeconds length of the windows
 */
export function limitRate(limiter: RateLimiter, windowSeconds: number) {
  const lane = new RefusalLane();
  return async (request: ApiRequest, response: Response, next: NextFunction): Promise<void> => {
    const verdict = request.caller
      ? await limiter.countCaller(request.caller)
      : (request.addressVerdict ?? (await limiter.countAddress(request)));
    tell(verdict, windowSeconds, response);
    if (verdict.isRefused) await lane.turn();
    next(verdict.isRefused ? rateLimited(verdict, response) : undefined);
  };
}

function tell({ policies, windows }: Verdict, windowSeconds: number, response: Response): void {
  let policyField = '';
  let leftField = '';
  for (const [index, { name, limit }] of policies.entries()) {
    const { hits = 0, endsInMs = 0 } = windows[index] ?? {};
    const separator = index === 0 ? '' : ', ';
    policyField += `${separator}"${name}";q=${limit};w=${windowSeconds}`;
    leftField += `${separator}"${name}";r=${Math.max(0, limit - hits)};t=${secondsOf(endsInMs)}`;
  }
  response.setHeader('RateLimit-Policy', policyField);
  response.setHeader('RateLimit', leftField);
}

function rateLimited({ policies, windows, hits: wanted }: Verdict, response: Response): BusinessError {
  const full = policies.flatMap(({ name, limit }, index) => {
    const { hits = 0, endsInMs = 0 } = windows[index] ?? {};
    return hits + wanted > limit ? [{ name, seconds: secondsOf(endsInMs) }] : [];
  });
  const seconds = Math.max(1, ...full.map((policy) => policy.seconds));
  response.setHeader('Retry-After', seconds);
  return requestRateLimited(
    full.map(({ name }) => name),
    seconds,
  );
}

const secondsOf = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1000));
