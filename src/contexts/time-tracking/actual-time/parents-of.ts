/** What each event tells beside the id of the actual time. */
export const parentsOf = (time: {
  readonly project_id: string;
  readonly project_offering_id: string;
  readonly person_id: string;
}) => ({
  projectId: time.project_id,
  projectOfferingId: time.project_offering_id,
  personId: time.person_id,
});
