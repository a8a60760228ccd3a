export type { DomainEvent } from './domain-event.js';
export { EventPublisher } from './event-publisher.js';
