import { mayDo } from '../api/may-do.js';

const WHOLE = ['read', 'write', 'admin'];

const namesOfContexts: Readonly<Record<string, string>> = {
  organization: 'Organization and tags',
  people: 'People, roles and departments',
  rates: 'Rates and costs',
  sales: 'Clients and pipelines',
  delivery: 'Projects and plans',
  time: 'Recorded time',
  webhooks: 'Webhooks',
};

const namesOfPermissions: Readonly<Record<string, string>> = {
  backfill: 'Record time of people who have left',
};

export interface ScopeGroups {
  /** Those that can be read and written by themselves. */
  readonly contexts: readonly string[];
  /** One thing more each. */
  readonly permissions: readonly string[];
}

export function scopeGroups(scopes: readonly string[]): ScopeGroups {
  const contexts = scopes.flatMap((scope) =>
    scope.endsWith(':read') ? scope.slice(0, -':read'.length) : [],
  );
  const ofContext = new Set(contexts.flatMap((context) => [`${context}:read`, `${context}:write`]));
  const permissions = scopes.filter((scope) => !WHOLE.includes(scope) && !ofContext.has(scope));
  return { contexts, permissions };
}

export const nameOfContext = (context: string): string => namesOfContexts[context] ?? context;

export const nameOfPermission = (permission: string): string => namesOfPermissions[permission] ?? permission;

/** Whether others that are chosen include it already. */
export const isIncluded = (chosen: readonly string[], scope: string): boolean =>
  mayDo(
    chosen.filter((other) => other !== scope),
    scope,
  );

/** Adds or takes away, and leaves out what is included then. */
export function withScope(chosen: readonly string[], scope: string, isChosen: boolean): string[] {
  const others = chosen.filter((other) => other !== scope);
  if (!isChosen) return others;
  const all = [...others, scope];
  return all.filter((one) => !isIncluded(all, one));
}
