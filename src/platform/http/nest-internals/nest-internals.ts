import { RequestMethod, type CanActivate, type Type } from '@nestjs/common';
import {
  INTERCEPTORS_METADATA,
  METHOD_METADATA,
  PATH_METADATA,
  ROUTE_ARGS_METADATA,
} from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { ExternalContextCreator, Reflector } from '@nestjs/core';
import { GuardsConsumer } from '@nestjs/core/guards/index.js';
import { RouteParamsFactory } from '@nestjs/core/router/route-params-factory.js';

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

const interceptorsOf = (handler: object): unknown[] =>
  (Reflect.getMetadata(INTERCEPTORS_METADATA, handler) ?? []) as unknown[];

/** Others than this one. */
export const hasInterceptors = (handler: object, ...besides: readonly object[]): boolean =>
  interceptorsOf(handler).some((interceptor) => !besides.includes(interceptor as object));

export const hasInterceptor = (handler: object, interceptor: object): boolean =>
  interceptorsOf(handler).includes(interceptor);

/** Whether it is `@Post()` at the path of its controller. */
export const isCreateRoute = (handler: object): boolean =>
  Reflect.getMetadata(METHOD_METADATA, handler) === RequestMethod.POST &&
  Reflect.getMetadata(PATH_METADATA, handler) === '/';

export type HttpCall = (request: unknown, response: unknown, next: unknown) => Promise<unknown>;

class SomeGuards extends GuardsConsumer {
  constructor(private readonly isAsked: (guard: CanActivate) => boolean) {
    super();
  }

  override tryActivate(...[guards, ...call]: Parameters<GuardsConsumer['tryActivate']>): Promise<boolean> {
    return super.tryActivate(guards.filter(this.isAsked), ...call);
  }
}

/** Calls the method of a controller as Nest does, with its pipes and those guards. @param moduleKey of its module */
export function callerOf(
  contexts: ExternalContextCreator,
  moduleKey: string,
  controller: object,
  method: string,
  isAsked: (guard: CanActivate) => boolean,
): HttpCall {
  // Nest looks for the module among those that provide the object, and a controller is no provider.
  const own = Object.create(contexts, {
    getContextModuleKey: { value: () => moduleKey },
    guardsConsumer: { value: new SomeGuards(isAsked) },
  }) as ExternalContextCreator;
  const values = new RouteParamsFactory();
  const factory = {
    exchangeKeyForValue: (kind: number, data: string, [req, res, next]: [Members, Members, () => void]) =>
      values.exchangeKeyForValue<Members, Members, unknown>(kind, data, { req, res, next }),
  };
  const handler = (controller as Record<string, (...values: unknown[]) => unknown>)[method];
  if (!handler) throw new Error(`There is no method ${method}.`);
  const options = { guards: true, interceptors: false, filters: false };
  return own.create(controller, handler, method, ROUTE_ARGS_METADATA, factory, undefined, undefined, options);
}

type Members = Record<string, unknown>;

/** The media types of `@ApiConsumes()`. */
export const consumedTypesOf = (handler: object): string[] =>
  (Reflect.getMetadata('swagger/apiConsumes', handler) ?? []) as string[];

export interface DescribedMember {
  readonly name: string;
  readonly type: Type | string | undefined;
  readonly isArray: boolean;
  readonly schema: Readonly<Record<string, unknown>>;
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
      schema: described,
    };
  });
}

const plainTypes = new Set<unknown>([String, Number, Boolean, Date, Object, Array]);

export const parameterTypesOf = (prototype: object, method: string | symbol): unknown[] =>
  (Reflect.getMetadata('design:paramtypes', prototype, method) ?? []) as unknown[];

/** The class of the `@Body()` of a method. */
export function bodyTypeOf(controller: Type, method: string): Type<object> | undefined {
  const all = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {}) as ArgumentsByKey;
  const key = Object.keys(all).find((each) => each.startsWith(`${RouteParamtypes.BODY}:`));
  const index = Number(key?.split(':')[1]);
  return parameterTypesOf(controller.prototype as object, method)[index] as Type<object> | undefined;
}

/** Whether `@Throttle()` sets a limit for one of these handlers and controllers. */
export const isThrottled = (
  reflector: Reflector,
  places: Parameters<Reflector['getAllAndOverride']>[1],
  throttler: string,
): boolean =>
  ['THROTTLER:LIMIT', 'THROTTLER:TTL'].some(
    (key) => reflector.getAllAndOverride<unknown>(key + throttler, places) !== undefined,
  );
