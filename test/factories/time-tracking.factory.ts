import type { NewTimesheetEntry } from '../../src/contexts/time-tracking/index.js';

type Body = Record<string, unknown>;

/** Time of a person on an offering; a recorded_date far from today is in no default list. */
export const anActualTime = (
  offeringId: string,
  personId: string,
  members: Body = {},
): Body & { project_offering_id: string; person_id: string; recorded_date: string; hours: number } => ({
  project_offering_id: offeringId,
  person_id: personId,
  recorded_date: '2026-11-20',
  hours: 7.5,
  ...members,
});

/** An entry of the timesheet service for time that somebody has a role for. */
export const aTimesheetEntry = (
  time: {
    readonly project_id: string;
    readonly project_offering_id: string;
    readonly project_offering_role_id: string;
    readonly person_id: string;
  },
  members: Partial<NewTimesheetEntry> = {},
): NewTimesheetEntry => ({
  project_id: time.project_id,
  project_offering_id: time.project_offering_id,
  project_offering_role_id: time.project_offering_role_id,
  person_id: time.person_id,
  recorded_date: '2026-11-20',
  hours: 7.5,
  billable: true,
  description: null,
  approval_status: 'draft',
  submitted_date: null,
  decided_date: null,
  decided_by: null,
  actual_time_id: null,
  ...members,
});
