import type { Type } from '@nestjs/common';
import { MetadataScanner } from '@nestjs/core';

/** The methods of a controller by name, inherited ones too. */
export function handlersOf(controller: Type): ReadonlyMap<string, object> {
  const prototype = controller.prototype as Record<string, object>;
  const names = new MetadataScanner().getAllMethodNames(prototype);
  return new Map(names.map((name) => [name, prototype[name] ?? {}]));
}
