import { newId } from '../values/index.js';
import type { DomainEvent } from './domain-event.js';

export interface EventEnvelope {
  readonly id: string;
  readonly organizationId: string;
  readonly topic: string;
  readonly body: string;
  readonly occurredAt: Date;
}

export function envelopeOf(event: DomainEvent, occurredAt: Date): EventEnvelope {
  const id = newId();
  const payload: Record<string, unknown> = { Id: event.id };
  for (const [name, value] of Object.entries(event.payload ?? {})) payload[pascalCase(name)] = value;
  const body = JSON.stringify({
    Payload: payload,
    Topic: event.topic,
    CorrelationId: id,
    EventOccurredOn: occurredAt.toISOString(),
  });
  return { id, organizationId: event.organizationId, topic: event.topic, body, occurredAt };
}

const wireNames = new Map<string, string>();

export function pascalCase(name: string): string {
  const known = wireNames.get(name);
  if (known !== undefined) return known;
  const made = name.charAt(0).toUpperCase() + name.slice(1);
  wireNames.set(name, made);
  return made;
}
