import { newId } from '../values/index.js';
import type { DomainEvent } from './domain-event.js';
import type { EventActor } from './event-actor.js';

export interface EventEnvelope {
  readonly id: string;
  readonly organizationId: string;
  readonly topic: string;
  readonly body: string;
  readonly occurredAt: Date;
}

/** Everything but `Sequence`, which is known when the event gets its position. */
export function envelopeOf(
  event: DomainEvent,
  occurredAt: Date,
  actor: EventActor | null = null,
): EventEnvelope {
  const id = newId();
  const payload: Record<string, unknown> = { Id: event.id };
  for (const [name, value] of Object.entries(event.payload ?? {})) payload[pascalCase(name)] = value;
  const body = JSON.stringify({
    Payload: payload,
    Topic: event.topic,
    CorrelationId: id,
    EventOccurredOn: occurredAt.toISOString(),
    Actor: actor && { UserId: actor.userId, AccessTokenId: actor.accessTokenId },
  });
  return { id, organizationId: event.organizationId, topic: event.topic, body, occurredAt };
}

/** The bytes that are sent. @param sequence position in the feed of changes; null: it has none */
export const sequenced = (body: string, sequence: string | null): string =>
  `${body.slice(0, -1)},"Sequence":${sequence === null ? 'null' : `"${sequence}"`}}`;

/** What `sequenced` adds at most. */
export const sequenceBytes = sequenced('{}', '9223372036854775807').length - '{}'.length;

export const sequencedSql = (body: string, sequence: string): string =>
  `left(${body}, -1) || ',"Sequence":"' || (${sequence})::text || '"}'`;

const wireNames = new Map<string, string>();

export function pascalCase(name: string): string {
  const known = wireNames.get(name);
  if (known !== undefined) return known;
  const made = name.charAt(0).toUpperCase() + name.slice(1);
  wireNames.set(name, made);
  return made;
}
