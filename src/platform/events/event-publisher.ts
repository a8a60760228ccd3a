import { Injectable } from '@nestjs/common';
import { EventEmitter2 } from '@nestjs/event-emitter';
import { currentTransaction } from '../database/database.js';
import { Clock, newId } from '../values/index.js';
import type { DomainEvent } from './domain-event.js';
import { OutboxEvent } from './outbox-event.entity.js';

/** Writes events into the outbox and tells listeners in the process after the commit. */
@Injectable()
export class EventPublisher {
  constructor(
    private readonly emitter: EventEmitter2,
    private readonly clock: Clock,
  ) {}

  /** @throws Error outside a unit of work: the event and its cause must be one transaction */
  async publish(...events: readonly DomainEvent[]): Promise<void> {
    const transaction = currentTransaction.getStore();
    if (!transaction) throw new Error('publish() needs a unit of work.');
    if (events.length === 0) return;
    await transaction.manager.insert(
      OutboxEvent,
      events.map((event) => this.outboxEvent(event)),
    );
    transaction.afterCommit.push(() => events.forEach((event) => this.emitter.emit(event.topic, event)));
  }

  private outboxEvent(
    event: DomainEvent,
  ): Pick<OutboxEvent, 'id' | 'organizationId' | 'topic' | 'body' | 'occurredAt'> {
    const id = newId();
    const occurredAt = this.clock.now();
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
}

const pascalCase = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
