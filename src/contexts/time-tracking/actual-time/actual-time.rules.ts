import { notFound, unprocessable, conflict } from '../../../platform/errors/index.js';
import { exampleId, type CalendarDate } from '../../../platform/values/index.js';
import { crmIdentifierTaken } from '../../../platform/crm-identifiers/index.js';
import { declareConstraintErrors } from '../../../platform/database/index.js';
import { personNotUsable } from '../../people/domain.js';

export const actualTimeNotFound = notFound('actual_time.not_found', 'There is no actual time with this id.');

export const actualTimeCrmIdentifierInUse = conflict(
  'actual_time.crm_identifier_in_use',
  crmIdentifierTaken('record of actual time'),
);

export const ACTUAL_TIME_IDENTIFIER_KEY = 'actual_time_crm_identifiers_key';

declareConstraintErrors({ [ACTUAL_TIME_IDENTIFIER_KEY]: actualTimeCrmIdentifierInUse });

export const actualTimeProjectDiffers = unprocessable(
  'actual_time.project_differs',
  (projectId: string) =>
    `project_id: the offering is in the project ${projectId}. Name that one, or leave project_id out.`,
  exampleId('project'),
);

/** Time counts for the project of its offering, so a project that is named too must be that one. */
export function projectMustBeThatOfOffering(
  projectId: string,
  offering: { readonly project_id: string },
): void {
  if (projectId === offering.project_id) return;
  throw actualTimeProjectDiffers(offering.project_id);
}

export const actualTimeProjectArchived = unprocessable(
  'actual_time.project_archived',
  'project_offering_id: the project of the offering is archived. Take it back first, with is_archived false.',
);

/** An archived project takes no time. */
export function projectMustBeInUse(isArchived: boolean): void {
  if (!isArchived) return;
  throw actualTimeProjectArchived();
}

interface Availability {
  readonly startDate: CalendarDate | null;
  readonly terminationDate: CalendarDate | null;
  readonly archivedOn: CalendarDate | null;
}

/** The history of people who have left is written by those who are trusted with it. */
export function archivedPersonMustBeBackfilled(
  { archivedOn }: Pick<Availability, 'archivedOn'>,
  mayBackfill: boolean,
): void {
  if (archivedOn === null || mayBackfill) return;
  throw personNotUsable('person_id');
}

export const actualTimeBeforePersonStart = unprocessable(
  'actual_time.before_person_start',
  (startDate: CalendarDate, member: string) =>
    `${member}: the person starts on ${startDate}. Record a later day, or correct their start_date.`,
  '2026-01-15',
  'recorded_date',
);

export const actualTimeAfterPersonTermination = unprocessable(
  'actual_time.after_person_termination',
  (lastDay: CalendarDate, member: string) =>
    `${member}: the last day of the person was ${lastDay}. Record an earlier day, or correct their termination_date.`,
  '2026-10-31',
  'recorded_date',
);

/** A person has time from the first through the last day, which without a termination date is that of archiving. */
export function personMustBeThereOn(
  recordedDate: CalendarDate,
  { startDate, terminationDate, archivedOn }: Availability,
  member = 'recorded_date',
): void {
  if (startDate !== null && recordedDate < startDate) throw actualTimeBeforePersonStart(startDate, member);
  const lastDay = terminationDate ?? archivedOn;
  if (lastDay !== null && recordedDate > lastDay) throw actualTimeAfterPersonTermination(lastDay, member);
}
