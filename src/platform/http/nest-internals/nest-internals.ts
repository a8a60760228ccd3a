import { INTERCEPTORS_METADATA, METHOD_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { Type } from '@nestjs/common';
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

export interface DescribedMember {
  readonly name: string;
  readonly type: Type | string | undefined;
  readonly isArray: boolean;
}

/** What `@ApiProperty()` says of the members of a class, inherited ones first. */
export function describedMembersOf({ prototype }: Type): DescribedMember[] {
  const names = Reflect.getMetadata('swagger/apiModelPropertiesArray', prototype as object) as
    string[] | undefined;
  return (names ?? []).map((key) => {
    const name = key.slice(1);
    const described = Reflect.getMetadata('swagger/apiModelProperties', prototype as object, name) as {
      readonly type?: unknown;
      readonly isArray?: boolean;
    };
    const { type, isArray = false } = described;
    // Nest tells a function that returns a class from a class by its name, too.
    const isLazy = typeof type === 'function' && type.name === 'type';
    const given = isLazy ? (type as () => Type)() : type;
    const isClass = typeof given === 'function' && !plainTypes.has(given);
    return {
      name,
      type: isClass || typeof given === 'string' ? (given as Type | string) : undefined,
      isArray: isArray || given === 'array',
    };
  });
}

const plainTypes = new Set<unknown>([String, Number, Boolean, Date, Object, Array]);

/** Whether `@Throttle()` sets a limit for one of these handlers and controllers. */
export const isThrottled = (
  reflector: Reflector,
  places: Parameters<Reflector['getAllAndOverride']>[1],
  throttler: string,
): boolean =>
  ['THROTTLER:LIMIT', 'THROTTLER:TTL'].some(
    (key) => reflector.getAllAndOverride<unknown>(key + throttler, places) !== undefined,
  );
