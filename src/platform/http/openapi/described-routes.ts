import type { INestApplication, Type } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';

export interface DescribedRoute {
  readonly controller: Type;
  readonly handler: object;
}

export function describedRoutes(app: INestApplication): ReadonlyMap<string, DescribedRoute> {
  const modules = [...app.get(ModulesContainer).values()];
  const controllers = modules.flatMap((module) =>
    [...module.controllers.values()].map(({ metatype }) => metatype),
  );
  const routes = controllers.flatMap((metatype) => {
    const controller = metatype as Type<Record<string, object>>;
    const prototype = controller.prototype as Record<string, object>;
    return Object.getOwnPropertyNames(prototype)
      .filter((name) => name !== 'constructor')
      .map((name): [string, DescribedRoute] => [name, { controller, handler: prototype[name] ?? {} }]);
  });
  return new Map(routes);
}
