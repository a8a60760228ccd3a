export { changedValues, changeOf, changeWith, type ChangedValues } from './changed-values.js';
export { declaredTopics, declareTopics, readScopeOf } from './declared-topics.js';
export type { DomainEvent } from './domain-event.js';
export { EventHandler } from './durable/event-handler.js';
export { OnDomainEvent, type HandedEvent } from './durable/on-domain-event.js';
export { currentActor, type EventActor } from './event-actor.js';
export { envelopeOf, pascalCase, sequenced, sequencedSql, type EventEnvelope } from './event-envelope.js';
export type { EventOptions } from './event-options.js';
export { EventPublisher } from './event-publisher.js';
export { NUMBERING_LOCK } from './outbox/numbering-lock.js';
export { visibleValues } from './visible-values.js';
export {
  created,
  dateMember,
  deleted,
  forAdministrators,
  idMember,
  modified,
  modifiedProperties,
  patternsFor,
  patternsOf,
  resourceOfTopic,
  restrictedTo,
  topic,
  type EventOf,
  type PayloadMember,
  type PayloadMembers,
  type Topic,
} from './topic.js';
