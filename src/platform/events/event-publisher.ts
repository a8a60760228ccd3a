import { Inject, Injectable } from '@nestjs/common';
import { EventEmitter2 } from '@nestjs/event-emitter';
import { SETTINGS, type Settings } from '../config/settings.js';
import { UnitOfWork } from '../database/index.js';
import { currentTransaction } from '../database/unit-of-work/transaction.js';
import { Clock } from '../values/index.js';
import type { DomainEvent } from './domain-event.js';
import { envelopeOf } from './event-envelope.js';
import { eventInsertion } from './event-insertion.js';

/** Writes events into the outbox and tells listeners in the process after the commit. */
@Injectable()
export class EventPublisher {
  constructor(
    private readonly emitter: EventEmitter2,
    private readonly clock: Clock,
    private readonly unitOfWork: UnitOfWork,
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
    const rows = events.map((event) => this.rowOf(event));
    for (const parameters of rows) transaction.send({ text: eventInsertion, parameters });
    this.announce(...events);
  }

  /**
   * What a statement made by `withEvent` needs of its event. Announce it when the statement has returned its row.
   * @throws Error for a body that is larger than receivers are promised
   */
  rowOf(event: DomainEvent): readonly string[] {
    const { id, organizationId, topic, body, occurredAt } = envelopeOf(event, this.clock.now());
    const bytes = Buffer.byteLength(body);
    if (bytes > this.settings.WEBHOOK_BODY_MAX_BYTES) throw new Error(`${topic} has ${bytes} bytes.`);
    return [id, organizationId, topic, body, occurredAt.toISOString()];
  }

  /** Tells listeners in the process: after the commit, or at once where there is no unit of work. */
  announce(...events: readonly DomainEvent[]): void {
    this.unitOfWork.afterCommit(() => events.forEach((event) => this.emitter.emit(event.topic, event)));
  }
}
