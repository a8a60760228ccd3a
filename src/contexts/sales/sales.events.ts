import type { DomainEvent } from '../../platform/events/index.js';

type Subject = 'client' | 'pipeline';

interface CreatedEvent extends DomainEvent {
  readonly topic: `${Subject}.created`;
}

interface ModifiedEvent extends DomainEvent {
  readonly topic: `${Subject}.modified`;
  /** The members that were changed, by their names on the wire. */
  readonly payload: { readonly modifiedProperties: readonly string[] };
}

interface StageCreatedEvent extends DomainEvent {
  readonly topic: 'pipelinestage.created';
  readonly payload: { readonly pipelineId: string };
}

interface StageModifiedEvent extends DomainEvent {
  readonly topic: 'pipelinestage.modified';
  readonly payload: { readonly pipelineId: string; readonly modifiedProperties: readonly string[] };
}

export type SalesEvent = CreatedEvent | ModifiedEvent | StageCreatedEvent | StageModifiedEvent;
