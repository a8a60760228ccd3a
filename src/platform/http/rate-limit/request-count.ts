import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { ApiRequest } from '../caller.js';
import { requestRateLimited } from '../errors/request-refusals.js';
import { RateLimiter, type Verdict } from './rate-limiter.js';
import { RefusalDelay } from './refusal-delay.js';

@Injectable()
export class RequestCount {
  private readonly delay = new RefusalDelay();

  constructor(private readonly limiter: RateLimiter) {}

  /** For a request that does the work of several. @throws BusinessError 429; then none of `further` is counted */
  async add(further: number, request: ApiRequest, response: Response): Promise<void> {
    const { countedBy = [] } = request;
    if (countedBy.length === 0) return;
    await this.judge(await this.limiter.countAll(further, countedBy), further, request, response);
  }

  async judge(verdict: Verdict, hits: number, request: ApiRequest, response: Response): Promise<boolean> {
    setHeaders(verdict, response);
    request.countedBy = verdict.policies;
    if (!verdict.isRefused) return true;
    await this.delay.wait();
    const full = fullPolicies(verdict, hits);
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

const fullPolicies = ({ policies, windows }: Verdict, asked: number): { name: string; seconds: number }[] =>
  policies.flatMap(({ name, limit }, index) => {
    const { hits = 0, endsInMs = 0 } = windows[index] ?? {};
    return hits + asked > limit ? [{ name, seconds: secondsOf(endsInMs) }] : [];
  });

const secondsOf = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1000));
