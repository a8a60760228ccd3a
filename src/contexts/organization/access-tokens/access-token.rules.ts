import { invalid, type BusinessError } from '../../../platform/errors/index.js';

/** A token that is expired from the start is a mistake, most often of the year. */
export function expiryMustLieAhead(expiresAt: Date | null, now: Date): void {
  if (expiresAt !== null && expiresAt <= now) throw expiryIsPast();
}

/** A token without a scope could only be refused. */
export function tokenMustAllowSomething(scopes: readonly string[]): void {
  if (scopes.length === 0) throw invalid({ scopes: ['must name at least one scope'] });
}

const expiryIsPast = (): BusinessError => invalid({ expires_date: ['must lie in the future'] });
