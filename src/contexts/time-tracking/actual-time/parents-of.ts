interface Parents {
  readonly project_id: string;
  readonly project_offering_id: string;
  readonly person_id: string;
}

/** A timesheet entry that changes with what it belongs to. */
export interface AffectedEntry extends Parents {
  readonly id: string;
}

/** What each event tells beside the id of the actual time. */
export const parentsOf = (time: Parents) => ({
  projectId: time.project_id,
  projectOfferingId: time.project_offering_id,
  personId: time.person_id,
});
