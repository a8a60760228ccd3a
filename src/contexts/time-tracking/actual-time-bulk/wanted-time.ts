import { invalidEntry } from '../../../platform/bulk/index.js';
import { identifierKey, type CrmIdentifier } from '../../../platform/crm-identifiers/index.js';
import { parseReference } from '../../../platform/references/index.js';
import { changesIn } from '../../../platform/values/index.js';
import type { ActualTimeResponse, CreateActualTimeRequest } from '../actual-time/actual-time.dto.js';
import type { ActualTimeEntry } from './actual-time-bulk.dto.js';
import { correctedTimeMustStay, missingMembers } from './actual-time-entry.rules.js';
import { actualTimeResource } from '../time-tracking.resources.js';
import type { Identifier } from './actual-time-identifier.repository.js';
import { daysOfWeek } from './week-hours.js';

/** New records: one, or those of a week. */
export interface Recording {
  readonly time: CreateActualTimeRequest;
  readonly times: readonly CreateActualTimeRequest[];
  readonly pair: { readonly projectOfferingId: string; readonly personId: string };
  readonly week: string | undefined;
}

export interface Correction {
  readonly before: ActualTimeResponse;
  readonly after: ActualTimeResponse;
  readonly changed: readonly string[];
}

export interface SentTime {
  readonly index: number;
  readonly entry: ActualTimeEntry;
  readonly id: string | undefined;
  /** The identifier by which the entry names its record. */
  readonly identifier: Identifier | undefined;
}

export function sentTime(index: number, entry: ActualTimeEntry): SentTime {
  const { id } = entry;
  const reference = id === undefined ? null : parseReference(actualTimeResource, id);
  return reference?.form === 'crm'
    ? { index, entry, id: undefined, identifier: reference }
    : { index, entry, id, identifier: undefined };
}

export const mentionedIdentifiers = ({ entry, identifier }: SentTime): Identifier[] => [
  ...(identifier ? [identifier] : []),
  ...(entry.crm_identifiers ?? []),
];

export function recordingOf({ index, entry, identifier }: SentTime): Recording {
  const missing = missingMembers(entry);
  if (Object.keys(missing).length > 0) throw invalidEntry(index, missing);
  const { week } = entry;
  const sent = entry as CreateActualTimeRequest;
  const crm_identifiers = identifier && keeping(identifier, sent.crm_identifiers ?? []);
  const time = crm_identifiers ? { ...sent, crm_identifiers } : sent;
  return {
    time,
    times: week === undefined ? [time] : daysOfWeek(week, time.hours).map((day) => ({ ...time, ...day })),
    pair: { projectOfferingId: time.project_offering_id, personId: time.person_id },
    week,
  };
}

export function correctionOf({ entry, identifier }: SentTime, before: ActualTimeResponse): Correction {
  const { recorded_date, hours, billable, description, crm_identifiers: sent } = entry;
  correctedTimeMustStay(entry, before);
  const crm_identifiers = sent && identifier ? keeping(identifier, sent, before.crm_identifiers) : sent;
  const changes = changesIn(before, { recorded_date, hours, billable, description, crm_identifiers });
  const after = { ...before, ...changes };
  return { before, after, changed: Object.keys(changes) };
}

/** The identifier that named the record stays, whatever the list says. */
function keeping(
  named: Identifier,
  list: readonly CrmIdentifier[],
  before: readonly CrmIdentifier[] = [],
): CrmIdentifier[] {
  const isNamed = (one: Identifier): boolean => identifierKey(one) === identifierKey(named);
  if (list.some(isNamed)) return [...list];
  const { system, identifier } = named;
  return [...list, before.find(isNamed) ?? { system, identifier, url: null }];
}
