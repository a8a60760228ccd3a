import { identifierKey } from '../../../platform/crm-identifiers/index.js';
import type { UsableOffering } from '../../delivery/index.js';
import type { CreateActualTimeRequest } from './actual-time.dto.js';
import type { Identified } from './actual-time.repository.js';

/** What the rules have passed. */
export interface RecordableTime {
  readonly times: readonly CreateActualTimeRequest[];
  readonly pair: { readonly projectOfferingId: string; readonly personId: string };
  readonly offering: UsableOffering;
  readonly roleId: string;
  /** Null: the person has no role on the offering yet. */
  readonly offeringRoleId: string | null;
}

export const newActualTime = (
  id: string,
  time: CreateActualTimeRequest,
  offering: UsableOffering,
  offeringRoleId: string,
): Identified => ({
  id,
  project_id: offering.project_id,
  project_offering_id: time.project_offering_id,
  project_offering_role_id: offeringRoleId,
  person_id: time.person_id,
  recorded_date: time.recorded_date,
  hours: time.hours,
  billable: time.billable ?? offering.is_billable,
  description: time.description ?? null,
  crm_identifiers: time.crm_identifiers ?? [],
});

/** Two that create the same records wait for each other instead of locking up. */
export function inOrderOfIdentifiers(times: readonly Identified[]): readonly Identified[] {
  const keyOf = ({ crm_identifiers: [first] }: Identified): string => (first ? identifierKey(first) : '');
  const keyed = times.map((time) => ({ time, key: keyOf(time) }));
  if (keyed.every(({ key }) => key === '')) return times;
  return keyed.sort((one, other) => (one.key < other.key ? -1 : 1)).map(({ time }) => time);
}
