import { applyDecorators, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { metadataOf } from '../route-metadata.js';

const PublicRoute = Reflector.createDecorator<void>();

export function Public(): ClassDecorator & MethodDecorator {
  return applyDecorators(PublicRoute(), onMethods);
}

// Nest registers a route with the metadata of its method alone.
function onMethods(target: object, key?: string | symbol): void {
  if (key !== undefined) return;
  const { prototype } = target as { prototype: object };
  for (const { value } of Object.values(Object.getOwnPropertyDescriptors(prototype))) {
    if (typeof value === 'function' && value !== target) PublicRoute()(value as () => void);
  }
}

export const isPublic = (handler: object): boolean => metadataOf(PublicRoute, handler) !== undefined;

export const isOfPublicRoute = (context: ExecutionContext): boolean =>
  isPublic(context.getHandler()) || isPublic(context.getClass());
