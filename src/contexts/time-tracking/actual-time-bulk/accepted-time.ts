import type { LockedAssignments, NamedProjects } from '../../delivery/index.js';
import { timeMustBeRecordable } from '../actual-time/actual-time-recording.rules.js';
import type { RecordableTime } from '../actual-time/new-actual-time.js';
import { personMustBeThereOn } from '../actual-time/actual-time.rules.js';
import type { Correction, Recording } from './wanted-time.js';

export type AcceptedRecording = Recording & RecordableTime;

export function acceptedRecording(
  recording: Recording,
  assignments: LockedAssignments,
  strays: NamedProjects,
  mayBackfill: boolean,
): AcceptedRecording {
  const { times, pair, week } = recording;
  const assignment = assignments.of(pair);
  const dayMember = week === undefined ? 'recorded_date' : 'week';
  const places = times.map((time) => timeMustBeRecordable(time, assignment, strays, mayBackfill, dayMember));
  const { offering, person } = places[0] as (typeof places)[number];
  return { ...recording, offering, roleId: person.roleId, offeringRoleId: assignment.offeringRoleId };
}

export function acceptedCorrection(correction: Correction, assignments: LockedAssignments): Correction {
  const { before, after, changed } = correction;
  const person = assignments.person(before.person_id);
  if (person && changed.includes('recorded_date')) personMustBeThereOn(after.recorded_date, person);
  return correction;
}
