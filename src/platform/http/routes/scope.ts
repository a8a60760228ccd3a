import type { CustomDecorator, Type } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { choices } from '../members/choices.js';
import { handlersOf } from '../nest-internals/handlers.js';
import { metadataOf } from '../route-metadata.js';

export type Scope = 'read' | 'write' | 'admin' | `${string}:${'read' | 'write'}`;

const contextScopes: string[] = [];
const permissions = new Map<string, string>();

/** Adds `<context>:read` and `<context>:write`. @throws Error when another context has the name */
export function declareScope(context: string): void {
  if (contextScopes.includes(context)) throw new Error(`The scope "${context}" is declared twice.`);
  contextScopes.push(context);
}

/** Adds a scope for one thing more, beside those for reading and writing. @throws Error when it is declared already */
export function declarePermission(name: string, meaning: string): void {
  if (scopes().includes(name)) throw new Error(`The scope "${name}" is declared twice.`);
  permissions.set(name, meaning);
}

export const scopes = (): readonly string[] => [
  'read',
  'write',
  'admin',
  ...permissions.keys(),
  ...contextScopes.flatMap((context) => [`${context}:read`, `${context}:write`]),
];

export const scopeChoices = choices('Scope', 'What a token allows.', scopes);

const RequiredScope = Reflector.createDecorator<Scope | 'none'>();

/** Of a route, or of all routes of a controller that have none of their own. */
export const RequireScope = (scope: Scope | 'none'): CustomDecorator => RequiredScope(scope);

/** To a context such as `people`, or `admin`. */
export const ScopedTo = Reflector.createDecorator<string>();

export function scopesNamedBy(controller: Type): string[] {
  const context = metadataOf(ScopedTo, controller);
  const ofContext = context === undefined || context === 'admin' ? [] : [`${context}:read`];
  const required = [controller, ...handlersOf(controller).values()].flatMap(
    (target) => metadataOf(RequiredScope, target) ?? [],
  );
  return [...ofContext, ...required.filter((scope) => scope !== 'none')];
}

/** Its own, else that of its controller, else read or write in the context of its controller, else read or write. */
export function scopeOf(
  reflector: Reflector,
  handler: object,
  controller: object,
  method: string,
): Scope | 'none' {
  const targets = [handler as () => void, controller as () => void];
  const required = reflector.getAllAndOverride(RequiredScope, targets) as Scope | 'none' | undefined;
  if (required) return required;
  const context = metadataOf(ScopedTo, controller);
  const action = method === 'GET' || method === 'HEAD' ? 'read' : 'write';
  if (!context) return action;
  return context === 'admin' ? 'admin' : `${context}:${action}`;
}

export const permissionMeanings = (): ReadonlyMap<string, string> => permissions;

/** Whether a declared permission is held; `write` does not include it. */
export const permits = (held: ReadonlySet<string>, permission: string): boolean =>
  held.has('admin') || held.has(permission);

/**
 * `admin` allows everything, `write` also reading, and a scope without a context counts in all, but for what a declared
 * permission is named after.
 */
export function allows(held: ReadonlySet<string>, needed: string): boolean {
  if (needed === 'none' || held.has('admin') || held.has(needed)) return true;
  const [context, action] = needed.split(':');
  if (action === 'read' && held.has(`${context}:write`)) return true;
  if (permissions.has(needed)) return false;
  if (action === undefined) return needed === 'read' && held.has('write');
  return held.has(action) || held.has('write');
}

/** What both allow: what is held and lies within the limit as it is, then what else of the limit is held. */
export function scopesWithin(held: readonly string[], limit: readonly string[]): string[] {
  const isIn = (some: readonly string[], scope: string): boolean => allows(new Set(some), scope);
  const whole = held.filter((scope) => isIn(limit, scope));
  const parts = scopes().filter((scope) => isIn(held, scope) && isIn(limit, scope) && !isIn(whole, scope));
  const isPartOfAnother = (scope: string): boolean =>
    parts.some((other) => other !== scope && isIn([other], scope));
  return [...whole, ...parts.filter((scope) => !isPartOfAnother(scope))];
}
