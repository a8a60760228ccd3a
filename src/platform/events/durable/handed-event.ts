import type { EventHandling } from './event-handling.repository.js';
import type { AnyHandedEvent } from './on-domain-event.js';

interface Body {
  readonly Payload: Readonly<Record<string, string | readonly string[]>>;
  readonly EventOccurredOn: string;
}

export function handedEvent({ event_id, organization_id, topic, body }: EventHandling): AnyHandedEvent {
  const { Payload, EventOccurredOn } = JSON.parse(body) as Body;
  const { Id: id, ...members } = Payload;
  const payload = Object.fromEntries(
    Object.entries(members).map(([name, value]) => [name.charAt(0).toLowerCase() + name.slice(1), value]),
  );
  return {
    eventId: event_id,
    topic,
    organizationId: organization_id,
    id: id as string,
    payload,
    occurredAt: new Date(EventOccurredOn),
  };
}
