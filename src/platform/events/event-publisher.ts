import { Injectable } from '@nestjs/common';
import { EventEmitter2 } from '@nestjs/event-emitter';
import { currentTransaction } from '../database/database.js';
import { Clock } from '../values/index.js';
import type { DomainEvent } from './domain-event.js';
import { envelopeOf } from './event-envelope.js';
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
      events.map((event) => envelopeOf(event, this.clock.now())),
    );
    transaction.afterCommit.push(() => events.forEach((event) => this.emitter.emit(event.topic, event)));
  }
}
