import type { DomainEvent } from '../../platform/events/index.js';

type Subject = 'department' | 'role' | 'person';

interface CreatedEvent extends DomainEvent {
  readonly topic: `${Subject}.created`;
}

interface ModifiedEvent extends DomainEvent {
  readonly topic: `${Subject}.modified`;
  /** The members that were changed, by their names on the wire; members derived from them are not listed. */
  readonly payload: { readonly modifiedProperties: readonly string[] };
}

export type PeopleEvent = CreatedEvent | ModifiedEvent;
