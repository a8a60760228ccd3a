import { Injectable, type CanActivate } from '@nestjs/common';
import type { NextFunction, Response } from 'express';
import type { BusinessError } from '../../errors/index.js';
import { CallerGuard } from '../access/caller.guard.js';
import { ExecutionContextHost } from '../nest-internals/nest-internals.js';
import { Public } from '../routes/public.js';
import { RequestFormGuard } from '../access/request-form.guard.js';
import { TokenGuard } from '../access/token.guard.js';
import type { ApiRequest } from '../caller.js';
import type { KnownPath, KnownRoutes } from './known-routes.js';
import { RateLimitGuard } from '../rate-limit/rate-limit.guard.js';
import { requestMethodNotAllowed, requestUnknownPath } from '../errors/request-refusals.js';

class ProtectedPath {}

@Public()
class OpenPath {}

const noHandler = (): void => undefined;

@Injectable()
export class UnknownRoute {
  private readonly guards: readonly CanActivate[];

  constructor(caller: CallerGuard, rateLimit: RateLimitGuard, form: RequestFormGuard, token: TokenGuard) {
    this.guards = [caller, rateLimit, form, token];
  }

  readonly guardPublic = (request: ApiRequest, response: Response, next: NextFunction): Promise<void> =>
    this.runGuards(request, response, true).then(() => {
      // Public pages may be cached.
      response.removeHeader('Cache-Control');
      next();
    }, next);

  /** For paths that cannot be decoded, which Express refuses before any guard. */
  readonly guardUndecodable =
    (routes: KnownRoutes) =>
    (request: ApiRequest, response: Response, next: NextFunction): void | Promise<void> => {
      if (isDecodable(request.path)) return next();
      return this.runGuards(request, response, !routes.isProtected(request.path)).then(() => next(), next);
    };

  readonly notePath =
    (known: KnownPath) =>
    (request: ApiRequest, _response: Response, next: NextFunction): void => {
      request.passedPaths = [...(request.passedPaths ?? []), known];
      next();
    };

  readonly refuse =
    (routes: KnownRoutes) =>
    async (request: ApiRequest, response: Response, next: NextFunction): Promise<void> => {
      const isOpen = request.passedPaths?.some((known) => known.isOpen) ?? !routes.isProtected(request.path);
      try {
        await this.runGuards(request, response, isOpen);
        next(refusalOf(request, response));
      } catch (refusal) {
        next(refusal);
      }
    };

  private async runGuards(request: ApiRequest, response: Response, isOpen: boolean): Promise<void> {
    if (request.isGuarded) return;
    request.isGuarded = true;
    const context = new ExecutionContextHost(
      [request, response],
      isOpen ? OpenPath : ProtectedPath,
      noHandler,
    );
    for (const guard of this.guards) await guard.canActivate(context);
  }
}

function refusalOf(request: ApiRequest, response: Response): BusinessError {
  const methods = [...new Set(request.passedPaths?.flatMap((known) => [...known.methods]))].sort();
  const isPossible =
    methods.includes('ALL') || methods.includes(request.method === 'HEAD' ? 'GET' : request.method);
  if (methods.length === 0 || isPossible) return requestUnknownPath(request.path);
  response.setHeader('Allow', methods.join(', '));
  return requestMethodNotAllowed(request.method, methods);
}

function isDecodable(path: string): boolean {
  if (!path.includes('%')) return true;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
