export type { DomainEvent } from './domain-event.js';
export { envelopeOf, pascalCase, type EventEnvelope } from './event-envelope.js';
export { fromRow, withEvent } from './event-insertion.js';
export { EventPublisher } from './event-publisher.js';
