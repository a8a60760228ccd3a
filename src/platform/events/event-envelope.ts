import { newId } from '../values/index.js';
import type { DomainEvent } from './domain-event.js';

/** An event as receivers get it: its id, and the body to the byte. */
export interface EventEnvelope {
  readonly id: string;
  readonly organizationId: string;
  readonly topic: string;
  readonly body: string;
  readonly occurredAt: Date;
}

/** Ids, dates and names of members are all that it holds, so that a body stays far below the 64 KiB it may have. */
export function envelopeOf(event: DomainEvent, occurredAt: Date): EventEnvelope {
  const id = newId();
  const payload = Object.entries({ id: event.id, ...event.payload }).map(([name, value]) => [
    pascalCase(name),
    value,
  ]);
  const body = JSON.stringify({
    Payload: Object.fromEntries(payload) as unknown,
    Topic: event.topic,
    CorrelationId: id,
    EventOccurredOn: occurredAt.toISOString(),
  });
  return { id, organizationId: event.organizationId, topic: event.topic, body, occurredAt };
}

/** A member of an event as it is named on the wire. */
export const pascalCase = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
