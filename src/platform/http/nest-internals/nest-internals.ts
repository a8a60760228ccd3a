import { INTERCEPTORS_METADATA, METHOD_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { Reflector } from '@nestjs/core';

export { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';

export interface RouteArgument {
  readonly kind: 'query' | 'request' | 'other';
  readonly name: string | undefined;
}

/** What `@Query()`, `@Req()` and the like say of a handler. */
export function routeArgumentsOf(controller: object, handler: string): RouteArgument[] {
  const all = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) ?? {}) as ArgumentsByKey;
  return Object.entries(all).map(([key, { data }]) => ({
    kind: kinds.get(key.split(':', 1)[0]) ?? 'other',
    name: typeof data === 'string' ? data : undefined,
  }));
}

type ArgumentsByKey = Readonly<Record<string, { readonly data?: unknown }>>;

const kinds = new Map<string | undefined, RouteArgument['kind']>([
  [String(RouteParamtypes.QUERY), 'query'],
  [String(RouteParamtypes.REQUEST), 'request'],
]);

/** Whether it has `@Get()`, `@Post()` or another method of HTTP. */
export const isRouteHandler = (handler: object): boolean => Reflect.hasMetadata(METHOD_METADATA, handler);

export const hasInterceptors = (handler: object): boolean =>
  Reflect.hasMetadata(INTERCEPTORS_METADATA, handler);

/** The media types of `@ApiConsumes()`. */
export const consumedTypesOf = (handler: object): string[] =>
  (Reflect.getMetadata('swagger/apiConsumes', handler) ?? []) as string[];

/** Whether `@Throttle()` sets a limit for one of these handlers and controllers. */
export const isThrottled = (
  reflector: Reflector,
  places: Parameters<Reflector['getAllAndOverride']>[1],
  throttler: string,
): boolean =>
  ['THROTTLER:LIMIT', 'THROTTLER:TTL'].some(
    (key) => reflector.getAllAndOverride<unknown>(key + throttler, places) !== undefined,
  );
