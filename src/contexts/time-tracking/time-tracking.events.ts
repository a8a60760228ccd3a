import type { DomainEvent } from '../../platform/events/index.js';

type Parents = {
  readonly projectId: string;
  readonly projectOfferingId: string;
  readonly personId: string;
};

/** What each event tells beside the id of the actual time. */
export const parentsOf = (time: {
  readonly project_id: string;
  readonly project_offering_id: string;
  readonly person_id: string;
}): Parents => ({
  projectId: time.project_id,
  projectOfferingId: time.project_offering_id,
  personId: time.person_id,
});

interface RecordedEvent extends DomainEvent {
  readonly topic: 'actualtime.created' | 'actualtime.deleted';
  readonly payload: Parents;
}

interface CorrectedEvent extends DomainEvent {
  readonly topic: 'actualtime.modified';
  /** The members that were changed, by their names on the wire. */
  readonly payload: Parents & { readonly modifiedProperties: readonly string[] };
}

export type TimeTrackingEvent = RecordedEvent | CorrectedEvent;
