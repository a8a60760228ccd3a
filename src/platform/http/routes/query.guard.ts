import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { invalid } from '../../errors/index.js';
import type { ApiRequest } from '../caller.js';
import { notKnownHere } from '../faults.js';

// The parser leaves out, without a word, what comes after its thousandth.
const MOST_PARAMETERS = 200;

type Known = 'all' | ReadonlySet<string>;

/** Refuses query parameters that the route does not read, and more of them than are read, instead of ignoring them. */
@Injectable()
export class QueryGuard implements CanActivate {
  private readonly known = new WeakMap<object, Known>();

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    const { url } = request;
    if (!url.includes('?')) return true;
    if (url.split('&').length > MOST_PARAMETERS) {
      throw invalid({ query: [`must have at most ${MOST_PARAMETERS} parameters`] });
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
    const known = parametersOf(controller, handler.name);
    this.known.set(handler, known);
    return known;
  }
}

/** Those that a handler names one by one; all, where it takes the whole query, whose class checks them, or the request. */
function parametersOf(controller: object, handler: string): Known {
  const all = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) ?? {}) as ArgumentsByKey;
  const names = new Set<string>();
  for (const [key, { data }] of Object.entries(all)) {
    const [kind] = key.split(':', 1);
    const isQuery = kind === String(RouteParamtypes.QUERY);
    if (kind === String(RouteParamtypes.REQUEST) || (isQuery && data === undefined)) return 'all';
    if (isQuery) names.add(String(data));
  }
  return names;
}

/** `<kind>:<index>` */
type ArgumentsByKey = Readonly<Record<string, { readonly data?: unknown }>>;
