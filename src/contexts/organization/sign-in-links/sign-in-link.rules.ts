import { conflict, refusal } from '../../../platform/errors/index.js';

export const linkNotUsable = refusal(
  410,
  'sign_in_link.not_usable',
  'This link was used, replaced by another one, or is too old: ask an administrator for a new one.',
);

export const linkOfService = conflict(
  'sign_in_link.of_service',
  'This user is a service, which cannot sign in: make the user a person first.',
);

export const linkOfArchived = conflict(
  'sign_in_link.of_archived',
  'This user is archived, and cannot sign in: un-archive the user first.',
);

interface InvitedUser {
  readonly type: 'person' | 'service';
  readonly isArchived: boolean;
}

/** A service has access tokens only, and whoever left must not come back by a link. */
export function userMustBeAbleToSignIn({ type, isArchived }: InvitedUser): void {
  if (type === 'service') throw linkOfService();
  if (isArchived) throw linkOfArchived();
}
