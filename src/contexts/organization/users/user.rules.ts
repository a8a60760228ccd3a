import { declareConstraintErrors } from '../../../platform/database/index.js';
import { conflict, notFound, unprocessable } from '../../../platform/errors/index.js';
import type { UserType } from './user.entity.js';

export const userNotFound = notFound('user.not_found', 'There is no user with this id.');

export const userEmailInUse = conflict(
  'user.email_in_use',
  'email_address: another user has this address, maybe an archived one. Use that user, or choose another address.',
);

export const userOidcSubjectInUse = conflict(
  'user.oidc_subject_in_use',
  'oidc_subject: another user has this account, maybe an archived one. Use that user, or take it from them first.',
);

/** An address must lead to one user, and so must an account at the provider. */
declareConstraintErrors({
  users_email_key: userEmailInUse,
  users_oidc_key: userOidcSubjectInUse,
});

export const userNoProvider = unprocessable(
  'user.no_provider',
  'oidc_subject: this installation has no OpenID Connect provider. Its operator has to set OIDC_ISSUER first.',
);

export const userNotUsable = unprocessable(
  'user.not_usable',
  (member: string) =>
    `${member}: this user is archived. Un-archive them with PATCH /v1/users/{id}, or name another one.`,
  'email_address',
);

export const userServiceHasNoRights = unprocessable(
  'user.service_has_no_rights',
  (member: string) =>
    `${member}: a user of the type "service" has access tokens only, whose rights are theirs. Leave it out, or choose the type "person".`,
  'is_administrator',
);

export const userLastAdministrator = conflict(
  'user.last_administrator',
  'This is the last administrator of the organization, or the last who can sign in: make another one first.',
);

interface Held {
  readonly type: UserType;
  readonly is_administrator: boolean;
  readonly scopes: readonly string[];
  readonly oidc_subject: string | null;
}

/** A service has access tokens only, and who is archived has left. */
export const maySignIn = ({
  type,
  isArchived,
}: {
  readonly type: UserType;
  readonly isArchived: boolean;
}): boolean => type === 'person' && !isArchived;

/** What a service may do is said of each of its tokens, and it cannot sign in: rights of its own would mean nothing. */
export function serviceMustHaveNoRights({ type, is_administrator, scopes, oidc_subject }: Held): void {
  if (type !== 'service') return;
  if (is_administrator) throw userServiceHasNoRights('is_administrator');
  if (scopes.length > 0) throw userServiceHasNoRights('scopes');
  if (oidc_subject !== null) throw userServiceHasNoRights('oidc_subject');
}

/** Ids of users of an organization. */
export interface ActingAdministrators {
  /** Of {@link people} those who have a way to sign in. */
  readonly able: readonly string[];
  /** People who are administrators and not archived. */
  readonly people: readonly string[];
  /** Users with a usable token that allows everything. */
  readonly holders: readonly string[];
}

interface After extends Held {
  readonly id: string;
  readonly is_archived: boolean;
  readonly canSignIn: boolean;
}

/** Somebody must be able to give rights: who can sign in; where nobody can, any person; where none is one, who holds a token. */
export function administratorMustRemain(
  { id, type, is_administrator, is_archived, canSignIn }: After,
  { able, people, holders }: ActingAdministrators,
): void {
  const [acting = []] = [able, people, holders].filter((some) => some.length > 0);
  if (acting.some((other) => other !== id) || !acting.includes(id)) return;
  const mayAct = is_administrator || (people.length === 0 && type === 'service');
  if (is_archived || !mayAct || (acting === able && !canSignIn)) throw userLastAdministrator();
}
