import type { CrmIdentifier } from '../../../platform/crm-identifiers/index.js';
import { changesIn, type CalendarDate } from '../../../platform/values/index.js';
import { endMustNotBeBeforeStart } from '../../../platform/writes/index.js';
import { withKnownTags } from '../../organization/domain.js';
import type { CostRateMembers } from '../cost-rate-history/cost-rate.rules.js';
import type { billingTypes, workerTypes } from './person.entity.js';
import {
  additionalRolesMustNotRepeatRole,
  isTerminated,
  returningPersonMustNotBeTerminated,
} from './person.rules.js';

/** What can be set of a person; the cost rate has a history of its own. */
export interface PersonState {
  readonly given_name: string | null;
  readonly family_name: string | null;
  readonly email_address: string;
  readonly role_id: string;
  readonly additional_role_ids: readonly string[];
  /** 1.0 is a full week; null: that of the role. */
  readonly capacity: number | null;
  readonly billable_utilization_target: number | null;
  readonly billing_type: (typeof billingTypes)[number];
  readonly worker_type: (typeof workerTypes)[number];
  readonly start_date: CalendarDate | null;
  readonly termination_date: CalendarDate | null;
  readonly tags: readonly string[];
  readonly image_url: string | null;
  readonly crm_identifiers: readonly CrmIdentifier[];
  readonly is_archived: boolean;
  readonly archived_on: CalendarDate | null;
}

export interface PersonPatch extends Partial<Omit<PersonState, 'role_id' | 'archived_on'>>, CostRateMembers {
  /** null: the role "Unassigned". */
  readonly role_id?: string | null;
}

export const blankPerson = (unassignedRoleId: string): PersonState => ({
  given_name: null,
  family_name: null,
  email_address: '',
  role_id: unassignedRoleId,
  additional_role_ids: [],
  capacity: null,
  billable_utilization_target: null,
  billing_type: 'billable',
  worker_type: 'full_time',
  start_date: null,
  termination_date: null,
  tags: [],
  image_url: null,
  crm_identifiers: [],
  is_archived: false,
  archived_on: null,
});

/**
 * What a request makes of a person: the members that change, and the person with them.
 * @param before as the person stands
 * @throws the refusals of person.rules.ts
 */
export function changedPerson(
  before: PersonState,
  request: PersonPatch,
  unassignedRoleId: string,
  today: CalendarDate,
): { person: PersonState; changes: Partial<PersonState> } {
  const sent = changesIn(before, settable(before, request, unassignedRoleId));
  const person: PersonState = { ...before, ...sent };
  endMustNotBeBeforeStart('termination_date', person, request, 'which is ');
  additionalRolesMustNotRepeatRole(person.role_id, person.additional_role_ids);
  if (request.is_archived === false) returningPersonMustNotBeTerminated(person.termination_date, today);
  const is_archived = person.is_archived || isTerminated(person.termination_date, today);
  const archived_on = is_archived ? (before.archived_on ?? today) : null;
  const changes = { ...sent, ...changesIn(before, { is_archived, archived_on }) };
  return { person: { ...before, ...changes }, changes };
}

/** The request in the form of the state, so that the two can be compared. */
function settable(
  before: PersonState,
  {
    cost_rate: _rate,
    cost_rate_effective_date: _since,
    role_id,
    additional_role_ids,
    tags,
    ...rest
  }: PersonPatch,
  unassignedRoleId: string,
): Partial<PersonState> {
  return {
    ...rest,
    ...(role_id !== undefined && { role_id: role_id ?? unassignedRoleId }),
    ...(additional_role_ids !== undefined && { additional_role_ids: [...additional_role_ids].sort() }),
    ...(tags !== undefined && withKnownTags({ tags }, before.tags)),
  };
}
