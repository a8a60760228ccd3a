import { Injectable } from '@nestjs/common';
import { EventEmitter2 } from '@nestjs/event-emitter';
import { prepared } from '../database/index.js';
import { currentTransaction } from '../database/transaction.js';
import { Clock } from '../values/index.js';
import type { DomainEvent } from './domain-event.js';
import { envelopeOf } from './event-envelope.js';

const insertion = prepared(
  'INSERT INTO outbox_events (id, organization_id, topic, body, occurred_at) VALUES ($1, $2, $3, $4, $5)',
);

/** Writes events into the outbox and tells listeners in the process after the commit. */
@Injectable()
export class EventPublisher {
  constructor(
    private readonly emitter: EventEmitter2,
    private readonly clock: Clock,
  ) {}

  /**
   * The rows travel together with what comes next, at last with the commit.
   * @throws Error outside a unit of work: the event and its cause must be one transaction
   */
  async publish(...events: readonly DomainEvent[]): Promise<void> {
    const transaction = currentTransaction.getStore();
    if (!transaction) throw new Error('publish() needs a unit of work.');
    for (const event of events) {
      const { id, organizationId, topic, body, occurredAt } = envelopeOf(event, this.clock.now());
      const parameters = [id, organizationId, topic, body, occurredAt.toISOString()];
      void transaction.answer({ text: insertion, parameters });
      transaction.afterCommit.push(() => this.emitter.emit(event.topic, event));
    }
  }
}
