import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { invalid } from '../../errors/index.js';
import type { ApiRequest } from '../caller.js';
import { routeArgumentsOf } from '../nest-internals/nest-internals.js';
import { notKnownHere } from '../errors/faults.js';
import { VALIDATE_ONLY } from '../writes/write-options.js';
import { writeRouteOf } from '../writes/write-route.js';

// The parser silently drops parameters after the thousandth.
const MAX_PARAMETERS = 200;

type Known = 'all' | ReadonlySet<string>;

/** Refuses unknown and too many parameters instead of ignoring them. */
@Injectable()
export class QueryGuard implements CanActivate {
  private readonly known = new WeakMap<object, Known>();

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    request.handler = context.getHandler();
    const { url } = request;
    if (!url.includes('?')) return true;
    if (url.split('&').length > MAX_PARAMETERS) {
      throw invalid({ query: [`must have at most ${MAX_PARAMETERS} parameters`] });
    }
    if (/[?&]=/.test(url) && Object.hasOwn(request.query, '')) {
      throw invalid({ query: ['must have no parameter without a name'] });
    }
    const known = this.knownTo(context.getHandler(), context.getClass());
    if (known === 'all') return true;
    const unknown = Object.keys(request.query).filter((name) => !known.has(name));
    if (unknown.length === 0) return true;
    throw notKnownHere(unknown);
  }

  private knownTo(handler: { readonly name: string }, controller: object): Known {
    const found = this.known.get(handler);
    if (found) return found;
    const known = parametersOf(controller, handler);
    this.known.set(handler, known);
    return known;
  }
}

/** All where the handler takes the request or the whole query, which its class checks. */
function parametersOf(controller: object, handler: { readonly name: string }): Known {
  const names = new Set<string>(writeRouteOf(handler) ? [VALIDATE_ONLY] : []);
  for (const { kind, name } of routeArgumentsOf(controller, handler.name)) {
    if (kind === 'request' || (kind === 'query' && name === undefined)) return 'all';
    if (kind === 'query' && name !== undefined) names.add(name);
  }
  return names;
}
