import type { CanActivate, Type } from '@nestjs/common';
import type { ExternalContextCreator, ModulesContainer } from '@nestjs/core';
import { callerOf, isCreateRoute, type HttpCall } from '../nest-internals/nest-internals.js';
import { handlersOf } from '../nest-internals/handlers.js';

/** The name and the handler of the route that creates what a controller is about. */
export const createRouteOf = (controller: Type): readonly [string, object] | undefined =>
  [...handlersOf(controller)].find(([, handler]) => isCreateRoute(handler));

/** The routes that create what a controller is about, to be called with the request of another route. */
export class CreateHandlers {
  private readonly known = new Map<object, HttpCall | undefined>();

  /** @param passed the guards that have judged the request, whichever route it is for */
  constructor(
    private readonly modules: ModulesContainer,
    private readonly contexts: ExternalContextCreator,
    private readonly passed: readonly Type<CanActivate>[],
  ) {}

  /** Runs its guards, its pipes and the method, without interceptors. @returns undefined when there is no such route */
  of(controller: Type): HttpCall | undefined {
    if (!this.known.has(controller)) this.known.set(controller, this.make(controller));
    return this.known.get(controller);
  }

  private make(controller: Type): HttpCall | undefined {
    const [name] = createRouteOf(controller) ?? [];
    const isAsked = (guard: CanActivate): boolean => !this.passed.some((one) => guard instanceof one);
    for (const [key, module] of this.modules) {
      const instance = module.controllers.get(controller)?.instance;
      if (instance && name !== undefined) return callerOf(this.contexts, key, instance, name, isAsked);
    }
    return undefined;
  }
}
