import { declareConstraintErrors } from '../../../platform/database/index.js';
import { conflict, notFound, unprocessable } from '../../../platform/errors/index.js';
import type { UserType } from './user.entity.js';

export const userNotFound = notFound('user.not_found', 'There is no user with this id.');

export const userEmailInUse = conflict(
  'user.email_in_use',
  'email_address: another user has this address, maybe an archived one. Use that user, or choose another address.',
);

declareConstraintErrors({
  users_email_key: userEmailInUse,
});

export const userNotUsable = unprocessable(
  'user.not_usable',
  (member: string) =>
    `${member}: this user is archived. Un-archive them with PATCH /v1/users/{id}, or name another one.`,
  'email_address',
);

export const userServiceHasNoRights = unprocessable(
  'user.service_has_no_rights',
  (member: string) =>
    `${member}: a user of the type "service" has no rights, since its tokens have theirs. Leave it out, or choose the type "person".`,
  'is_administrator',
);

export const userLastAdministrator = conflict(
  'user.last_administrator',
  'This is the last administrator of the organization, or the last one who can sign in: make another one first, who has a password.',
);

interface Held {
  readonly type: UserType;
  readonly is_administrator: boolean;
  readonly scopes: readonly string[];
}

/** What a service may do is said of each of its tokens: rights of its own would mean nothing. */
export function serviceMustHaveNoRights({ type, is_administrator, scopes }: Held): void {
  if (type !== 'service') return;
  if (is_administrator) throw userServiceHasNoRights('is_administrator');
  if (scopes.length > 0) throw userServiceHasNoRights('scopes');
}

/** Ids of users of an organization. */
export interface ActingAdministrators {
  /** Of `people` those who can sign in. */
  readonly signingIn: readonly string[];
  /** People who are administrators and not archived. */
  readonly people: readonly string[];
  /** Users with a usable token that allows everything. */
  readonly holders: readonly string[];
}

/**
 * Somebody must be able to give rights: an administrator who can sign in, where there is none any administrator, and where
 * no person is one the holder of a token with `admin`.
 * @param after the user as it is to be
 */
export function administratorMustRemain(
  { id, type, is_administrator, is_archived }: Held & { readonly id: string; readonly is_archived: boolean },
  { signingIn, people, holders }: ActingAdministrators,
): void {
  const acting = [signingIn, people, holders].find((group) => group.length > 0) ?? [];
  if (acting.some((other) => other !== id) || !acting.includes(id)) return;
  const mayAct = is_administrator || (people.length === 0 && type === 'service');
  if (is_archived || !mayAct) throw userLastAdministrator();
}
