import { declareConstraintErrors } from '../../../platform/database/index.js';
import { conflict, notFound, unprocessable } from '../../../platform/errors/index.js';
import type { CalendarDate } from '../../../platform/values/index.js';
import { crmIdentifierTaken } from '../../../platform/crm-identifiers/index.js';
import { tagInUse } from '../../organization/domain.js';

export const personNotFound = notFound('person.not_found', 'There is no person with this id.');

export const personEmailInUse = conflict(
  'person.email_in_use',
  'email_address: another person has this address. Use that person, choose another address, or archive them.',
);

export const personCrmIdentifierInUse = conflict(
  'person.crm_identifier_in_use',
  crmIdentifierTaken('person'),
);

declareConstraintErrors({
  person_crm_identifiers_key: personCrmIdentifierInUse,
  /** An address must lead to one person. */
  people_email_key: personEmailInUse,
  people_tags_tag_fkey: tagInUse,
});

/** The last day available still counts as available. */
export const isTerminated = (terminationDate: CalendarDate | null, today: CalendarDate): boolean =>
  terminationDate !== null && terminationDate < today;

export const personIsTerminated = conflict(
  'person.is_terminated',
  (terminationDate: CalendarDate) =>
    `The person's last day was ${terminationDate}: clear or move termination_date first, or in the same request.`,
  '2026-06-30',
);

/** Somebody who has left can only come back with another last day. */
export function returningPersonMustNotBeTerminated(
  terminationDate: CalendarDate | null,
  today: CalendarDate,
): void {
  if (terminationDate === null || !isTerminated(terminationDate, today)) return;
  throw personIsTerminated(terminationDate);
}

export const personRoleListedTwice = unprocessable(
  'person.role_listed_twice',
  'additional_role_ids: the list holds the role of role_id too. Take it off the list.',
);

/** A role counts once for a person, as the main one or as an additional one. */
export function additionalRolesMustNotRepeatRole(roleId: string, additionalRoleIds: readonly string[]): void {
  if (!additionalRoleIds.includes(roleId)) return;
  throw personRoleListedTwice();
}

export const personNotUsable = unprocessable(
  'person.not_usable',
  (member: string) =>
    `${member}: the organization has no such person, or they are archived. Use one of GET /v1/people?is_archived=false.`,
  'person_id',
);
