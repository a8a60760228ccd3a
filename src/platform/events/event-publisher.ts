import { Inject, Injectable } from '@nestjs/common';
import { EventEmitter2 } from '@nestjs/event-emitter';
import { SETTINGS, type Settings } from '../config/settings.js';
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
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * The rows travel together with what comes next, at last with the commit.
   * @throws Error outside a unit of work: the event and its cause must be one transaction; and for a body that is larger
   * than receivers are promised
   */
  async publish(...events: readonly DomainEvent[]): Promise<void> {
    const transaction = currentTransaction.getStore();
    if (!transaction) throw new Error('publish() needs a unit of work.');
    const envelopes = events.map((event) => envelopeOf(event, this.clock.now()));
    for (const { topic, body } of envelopes) {
      const bytes = Buffer.byteLength(body);
      if (bytes > this.settings.WEBHOOK_BODY_MAX_BYTES) throw new Error(`${topic} has ${bytes} bytes.`);
    }
    for (const { id, organizationId, topic, body, occurredAt } of envelopes) {
      const parameters = [id, organizationId, topic, body, occurredAt.toISOString()];
      void transaction.answer({ text: insertion, parameters });
    }
    transaction.afterCommit.push(() => events.forEach((event) => this.emitter.emit(event.topic, event)));
  }
}
