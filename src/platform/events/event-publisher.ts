import { Inject, Injectable } from '@nestjs/common';
import { EventEmitter2 } from '@nestjs/event-emitter';
import { UnitOfWork } from '../database/index.js';
import { currentTransaction } from '../database/unit-of-work/transaction.js';
import { Clock } from '../values/index.js';
import { isDeclared } from './declared-topics.js';
import type { DomainEvent } from './domain-event.js';
import { currentActor, type EventActor } from './event-actor.js';
import { envelopeOf, sequenceBytes } from './event-envelope.js';
import { eventInsertions, textList, type OutboxRow } from './outbox/event-insertion.js';
import { EVENT_OPTIONS, type EventOptions } from './event-options.js';
import { parentsOf, type EventOf, type PayloadMembers, type Topic } from './topic.js';

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
    const actor = currentActor();
    const rows = events.map((event) => this.rowOf(topic, event, actor));
    transaction.sendWithCommit(eventInsertions, rows);
    this.unitOfWork.afterCommit(() =>
      events.forEach((event) => this.emitter.emit(topic.name, named(topic, event))),
    );
  }

  private rowOf<Members extends PayloadMembers>(
    topic: Topic<Members>,
    event: EventOf<Members>,
    actor: EventActor | null,
  ): OutboxRow {
    if (!isDeclared(topic)) throw new Error(`${topic.name} is declared by no context.`);
    const told = named(topic, event);
    const { id, organizationId, body, occurredAt } = envelopeOf(told, this.clock.now(), actor);
    const bytes = Buffer.byteLength(body) + sequenceBytes;
    if (bytes > this.options.maxBodyBytes) throw new Error(`${topic.name} has ${bytes} bytes.`);
    const modified = told.payload?.modifiedProperties;
    return {
      id,
      organization_id: organizationId,
      topic: topic.name,
      body,
      occurred_at: occurredAt.toISOString(),
      actor_user_id: actor?.userId ?? null,
      actor_access_token_id: actor?.accessTokenId ?? null,
      actor_session_id: actor?.sessionId ?? null,
      parents: JSON.stringify(parentsOf(topic, told)),
      modified_properties: Array.isArray(modified) ? textList(modified as string[]) : null,
      values: told.values ? JSON.stringify(told.values) : null,
    };
  }
}

const named = <Members extends PayloadMembers>(
  { name }: Topic<Members>,
  event: EventOf<Members>,
): DomainEvent => ({ topic: name, ...event });
