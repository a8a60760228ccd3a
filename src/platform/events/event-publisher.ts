import { Inject, Injectable } from '@nestjs/common';
import { EventEmitter2 } from '@nestjs/event-emitter';
import { UnitOfWork } from '../database/index.js';
import { currentTransaction } from '../database/unit-of-work/transaction.js';
import { Clock } from '../values/index.js';
import { isDeclared } from './declared-topics.js';
import type { DomainEvent } from './domain-event.js';
import { envelopeOf } from './event-envelope.js';
import { eventInsertion, eventsInsertion } from './event-insertion.js';
import { EVENT_OPTIONS, type EventOptions } from './event-options.js';
import type { EventOf, PayloadMembers, Topic } from './topic.js';

@Injectable()
export class EventPublisher {
  constructor(
    private readonly emitter: EventEmitter2,
    private readonly clock: Clock,
    private readonly unitOfWork: UnitOfWork,
    @Inject(EVENT_OPTIONS) private readonly options: EventOptions,
  ) {}

  /** @throws Error outside a unit of work, for an undeclared topic, and for a body above the size limit */
  async publish<Members extends PayloadMembers>(
    topic: Topic<Members>,
    ...events: readonly EventOf<Members>[]
  ): Promise<void> {
    const transaction = currentTransaction.getStore();
    if (!transaction) throw new Error('publish() needs a unit of work.');
    const rows = events.map((event) => this.rowOf(topic, event));
    const [first, ...others] = rows;
    if (!first) return;
    transaction.send(
      others.length === 0
        ? { text: eventInsertion, parameters: first }
        : { text: eventsInsertion, parameters: first.map((_, column) => rows.map((row) => row[column])) },
    );
    this.unitOfWork.afterCommit(() =>
      events.forEach((event) => this.emitter.emit(topic.name, named(topic, event))),
    );
  }

  private rowOf<Members extends PayloadMembers>(topic: Topic<Members>, event: EventOf<Members>): string[] {
    if (!isDeclared(topic)) throw new Error(`${topic.name} is declared by no context.`);
    const { id, organizationId, body, occurredAt } = envelopeOf(named(topic, event), this.clock.now());
    const bytes = Buffer.byteLength(body);
    if (bytes > this.options.maxBodyBytes) throw new Error(`${topic.name} has ${bytes} bytes.`);
    return [id, organizationId, topic.name, body, occurredAt.toISOString()];
  }
}

const named = <Members extends PayloadMembers>(
  { name }: Topic<Members>,
  event: EventOf<Members>,
): DomainEvent => ({ topic: name, ...event });
