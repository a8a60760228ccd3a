import {
  conflict,
  invalid,
  notFound,
  unprocessable,
  type BusinessError,
} from '../../../platform/errors/index.js';

export const tokenNotFound = notFound('token.not_found', 'There is no access token with this id.');

export const tokenEnded = conflict(
  'token.ended',
  'This access token is revoked, expired or was not used for too long, or its user is archived: create another one.',
);

export const tokenLastAdmin = conflict(
  'token.last_admin',
  'This is the last access token of the organization with the scope "admin": create another one first.',
);

export const tokenBeyondUser = unprocessable(
  'token.beyond_user',
  (scopes: readonly string[]) =>
    `scopes: the user may do nothing of ${scopes.join(', ')}. Give them the right first with PATCH /v1/users/{id}.`,
  ['sales:write'] as readonly string[],
);

/** A token that is expired from the start is a mistake, most often of the year. */
export function expiryMustLieAhead(expiresAt: Date | null, now: Date): void {
  if (expiresAt !== null && expiresAt <= now) throw expiryIsPast();
}

export function tokenMustAllowSomething(scopes: readonly string[]): void {
  if (scopes.length === 0) throw invalid({ scopes: ['must name at least one scope'] });
}

/** A token of a person is cut by what they may do, and one of which nothing is left is a mistake. */
export function tokenMustNotBeBeyondUser(sent: readonly string[], allowed: readonly string[]): void {
  if (allowed.length === 0) throw tokenBeyondUser(sent);
}

/** What has ended stays so: a rotation must not bring it back to life. */
export function tokenMustBeUsable(isUsable: boolean): void {
  if (!isUsable) throw tokenEnded();
}

/**
 * Without one, no tokens, users or webhook subscribers could be created.
 * @param administrators ids of the usable tokens of the organization that may do everything
 */
export function administratorMustStay(id: string, administrators: readonly string[]): void {
  if (administrators.length === 1 && administrators[0] === id) throw tokenLastAdmin();
}

const expiryIsPast = (): BusinessError => invalid({ expires_date: ['must lie in the future'] });
