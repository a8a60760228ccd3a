import type { INestApplication, Type } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { handlersOf } from '../../nest-internals/handlers.js';

export interface DescribedRoute {
  readonly controller: Type;
  readonly handler: object;
}

export function describedRoutes(app: INestApplication): ReadonlyMap<string, DescribedRoute> {
  const modules = [...app.get(ModulesContainer).values()];
  const controllers = modules.flatMap((module) =>
    [...module.controllers.values()].map(({ metatype }) => metatype as Type),
  );
  const routes = controllers.flatMap((controller) =>
    [...handlersOf(controller)].map(([name, handler]): [string, DescribedRoute] => [
      name,
      { controller, handler },
    ]),
  );
  return new Map(routes);
}
