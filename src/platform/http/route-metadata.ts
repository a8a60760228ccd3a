import { Reflector, type ReflectableDecorator } from '@nestjs/core';

const reflector = new Reflector();

/** What a decorator says of a handler or a controller. */
export const metadataOf = <Value>(
  decorator: ReflectableDecorator<Value>,
  target: object,
): Value | undefined => reflector.get(decorator, target as () => void);
