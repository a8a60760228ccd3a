import { scopesWithin } from '../../../platform/http/index.js';
import type { UserType } from './user.entity.js';

export interface Rights {
  readonly type: UserType;
  readonly isAdministrator: boolean;
  readonly scopes: readonly string[];
}

/** What a token with these scopes allows: no more than its user may do, where that is a person. */
export function allowedScopes(
  scopes: readonly string[],
  { type, isAdministrator, scopes: granted }: Rights,
): readonly string[] {
  if (type === 'service') return scopes;
  return scopesWithin(scopes, isAdministrator ? ['admin'] : granted);
}
