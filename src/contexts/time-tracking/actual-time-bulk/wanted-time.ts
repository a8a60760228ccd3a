import { invalidEntry } from '../../../platform/bulk/index.js';
import { changesIn, hasChanges } from '../../../platform/values/index.js';
import type { ActualTimeResponse, CreateActualTimeRequest } from '../actual-time/actual-time.dto.js';
import { actualTimeNotFound, projectMustBeThatOfOffering } from '../actual-time/actual-time.rules.js';
import type { ActualTimeEntry } from './actual-time-bulk.dto.js';
import { correctedTimeMustStay, missingMembers } from './actual-time-entry.rules.js';
import { daysOfWeek } from './week-hours.js';

/** New records: one, or those of a week. */
export interface Recording {
  readonly time: CreateActualTimeRequest;
  readonly times: readonly CreateActualTimeRequest[];
  readonly pair: { readonly projectOfferingId: string; readonly personId: string };
  readonly week: string | undefined;
}

/** A record as it is to be; with no changes it stays. */
export interface Correction {
  readonly before: ActualTimeResponse;
  readonly after: ActualTimeResponse;
  readonly changed: readonly string[];
}

/** @throws BusinessError 400 for members that it lacks */
export function recordingOf(index: number, { id: _, week, ...entry }: ActualTimeEntry): Recording {
  const missing = missingMembers({ ...entry, ...(week !== undefined && { week }) });
  if (Object.keys(missing).length > 0) throw invalidEntry(index, missing);
  const time = entry as CreateActualTimeRequest;
  const days = week === undefined ? [{}] : daysOfWeek(week, time.hours);
  return {
    time,
    times: days.map((day) => ({ ...time, ...day })),
    pair: { projectOfferingId: time.project_offering_id, personId: time.person_id },
    week,
  };
}

/** @throws BusinessError 404, or where the record would move */
export function correctionOf(entry: ActualTimeEntry, before: ActualTimeResponse | undefined): Correction {
  if (!before) throw actualTimeNotFound();
  const { project_id, recorded_date, hours, billable, description, crm_identifiers } = entry;
  correctedTimeMustStay(entry, before);
  if (project_id !== undefined) projectMustBeThatOfOffering(project_id, before);
  const changes = changesIn(before, { recorded_date, hours, billable, description, crm_identifiers });
  const after = { ...before, ...changes } as ActualTimeResponse;
  return { before, after, changed: hasChanges(changes) ? Object.keys(changes) : [] };
}
