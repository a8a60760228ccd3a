import type { DomainEvent } from '../../platform/events/index.js';

/** The topics of what happens to projects. */
export const deliveryTopics = ['project.created', 'project.modified'] as const;

interface CreatedEvent extends DomainEvent {
  readonly topic: 'project.created';
}

interface ModifiedEvent extends DomainEvent {
  readonly topic: 'project.modified';
  /** The members that were changed, by their names on the wire. */
  readonly payload: { readonly modifiedProperties: readonly string[] };
}

export type DeliveryEvent = CreatedEvent | ModifiedEvent;
