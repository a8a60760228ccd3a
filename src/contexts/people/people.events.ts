import type { DomainEvent } from '../../platform/events/index.js';

const created = ['department.created', 'role.created', 'person.created'] as const;
const modified = ['department.modified', 'role.modified', 'person.modified'] as const;

/** The topics of what happens to departments, roles and people. */
export const peopleTopics = [...created, ...modified] as const;

interface CreatedEvent extends DomainEvent {
  readonly topic: (typeof created)[number];
}

interface ModifiedEvent extends DomainEvent {
  readonly topic: (typeof modified)[number];
  /** The members that were changed, by their names on the wire; members derived from them are not listed. */
  readonly payload: { readonly modifiedProperties: readonly string[] };
}

export type PeopleEvent = CreatedEvent | ModifiedEvent;
