import type { Scope } from '../../routes/scope.js';
import { allows, permissionMeanings, scopes } from '../../routes/scope.js';
import type { Operation } from '../model/description-model.js';
import { apiTags } from '../model/declared-descriptions.js';

export function describeScope(operation: Operation, scope: Scope | 'none'): void {
  const needed = scope === 'none' ? 'Any valid access token will do.' : `Needs the scope \`${scope}\`.`;
  operation.description = `${operation.description}\n\n${needed}`;
  // Only OAuth lists scopes with `security`.
  if (scope !== 'none') operation['x-scope'] = scope;
}

export interface ScopedOperation {
  readonly tag: string;
  readonly isRead: boolean;
  readonly scope: Scope | 'none';
}

export function scopeTable(operations: readonly ScopedOperation[]): string {
  const rows = scopes().map((scope) => {
    const meaning = permissionMeanings().get(scope);
    if (meaning !== undefined) return `| \`${scope}\` | | ${meaning} |`;
    const allowed = operations.filter((one) => one.scope !== 'none' && allows(new Set([scope]), one.scope));
    const read = tagsOf(allowed.filter(({ isRead }) => isRead));
    const written = tagsOf(allowed.filter(({ isRead }) => !isRead));
    return `| \`${scope}\` | ${read} | ${written} |`;
  });
  return ['| Scope | Reads | Writes |', '| --- | --- | --- |', ...rows].join('\n');
}

function tagsOf(operations: readonly ScopedOperation[]): string {
  const tags = new Set(operations.map(({ tag }) => tag));
  return apiTags()
    .map(([tag]) => tag)
    .filter((tag) => tags.has(tag))
    .join(', ');
}
