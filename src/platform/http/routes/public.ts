import { applyDecorators, SetMetadata, type ExecutionContext } from '@nestjs/common';

const PUBLIC = 'public-route';

export function Public(): ClassDecorator & MethodDecorator {
  return applyDecorators(SetMetadata(PUBLIC, true), onMethods);
}

// Nest registers a route with the metadata of its method alone.
function onMethods(target: object, key?: string | symbol): void {
  if (key !== undefined) return;
  const { prototype } = target as { prototype: object };
  for (const { value } of Object.values(Object.getOwnPropertyDescriptors(prototype))) {
    if (typeof value === 'function' && value !== target)
      Reflect.defineMetadata(PUBLIC, true, value as object);
  }
}

export const isPublic = (handler: object): boolean => Reflect.getMetadata(PUBLIC, handler) === true;

export const isOfPublicRoute = (context: ExecutionContext): boolean =>
  isPublic(context.getHandler()) || isPublic(context.getClass());
