import { SetMetadata, type CustomDecorator } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import { choices } from '../members/choices.js';

const SCOPE = 'scope';
const SCOPED_CONTEXT = 'scoped-context';

/** The contexts that a scope can be limited to, such as `people:read`. */
export const scopedContexts = ['organization', 'people', 'rates', 'sales', 'delivery', 'time'] as const;

export type ScopedContext = (typeof scopedContexts)[number];

export type Scope = 'read' | 'write' | 'admin' | `${ScopedContext}:${'read' | 'write'}`;

/** Every scope that a token may carry. */
export const scopes: readonly Scope[] = [
  'read',
  'write',
  'admin',
  ...scopedContexts.flatMap((context) => [`${context}:read`, `${context}:write`] as const),
];

export const scopeChoices = choices('Scope', 'What a token allows.', scopes);

/** The scope that a route demands, where it is not the one of its context. */
export const RequireScope = (scope: Scope | 'none'): CustomDecorator => SetMetadata(SCOPE, scope);

/** The context whose scopes the routes of a controller demand. */
export const ScopedTo = (context: ScopedContext | 'admin'): CustomDecorator =>
  SetMetadata(SCOPED_CONTEXT, context);

/** The scope of a route: its own, else reading or writing in the context of its controller. */
export function scopeOf(
  reflector: Reflector,
  handler: object,
  controller: object,
  method: string,
): Scope | 'none' {
  const own = reflector.get<Scope | 'none' | undefined>(SCOPE, handler as () => void);
  if (own) return own;
  const context = reflector.get<ScopedContext | 'admin' | undefined>(
    SCOPED_CONTEXT,
    controller as () => void,
  );
  if (!context) throw new Error(`${(controller as { name: string }).name} declares no scope.`);
  const action = method === 'GET' || method === 'HEAD' ? 'read' : 'write';
  return context === 'admin' ? 'admin' : `${context}:${action}`;
}

/** `admin` allows everything, `write` also reading, and a scope without a context counts in every context. */
export function allows(held: ReadonlySet<string>, needed: Scope | 'none'): boolean {
  if (needed === 'none' || held.has('admin') || held.has(needed)) return true;
  const [context, action] = needed.split(':');
  if (action === undefined) return needed === 'read' && held.has('write');
  return held.has(action) || held.has('write') || (action === 'read' && held.has(`${context}:write`));
}
