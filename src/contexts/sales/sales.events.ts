import type { DomainEvent } from '../../platform/events/index.js';

const created = ['client.created', 'pipeline.created'] as const;
const modified = ['client.modified', 'pipeline.modified'] as const;
const stageCreated = 'pipelinestage.created';
const stageModified = 'pipelinestage.modified';

/** The topics of what happens to clients, pipelines and their stages. */
export const salesTopics = [...created, ...modified, stageCreated, stageModified] as const;

interface CreatedEvent extends DomainEvent {
  readonly topic: (typeof created)[number];
}

interface ModifiedEvent extends DomainEvent {
  readonly topic: (typeof modified)[number];
  /** The members that were changed, by their names on the wire. */
  readonly payload: { readonly modifiedProperties: readonly string[] };
}

interface StageCreatedEvent extends DomainEvent {
  readonly topic: typeof stageCreated;
  readonly payload: { readonly pipelineId: string };
}

interface StageModifiedEvent extends DomainEvent {
  readonly topic: typeof stageModified;
  readonly payload: { readonly pipelineId: string; readonly modifiedProperties: readonly string[] };
}

export type SalesEvent = CreatedEvent | ModifiedEvent | StageCreatedEvent | StageModifiedEvent;
