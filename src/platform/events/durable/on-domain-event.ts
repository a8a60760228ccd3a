import { Reflector } from '@nestjs/core';
import type { EventOf, PayloadMembers, Topic } from '../topic.js';

interface Handed {
  readonly topic: string;
  /** The same at every redelivery. */
  readonly eventId: string;
  readonly occurredAt: Date;
}

export type HandedEvent<Of extends Topic> = EventOf<Of['payload']> & Handed;

export type AnyHandedEvent = Handed & {
  readonly organizationId: string;
  readonly id: string;
  readonly payload: Readonly<Record<string, string | readonly string[]>>;
};

export interface Subscription {
  /** Unique in the installation. */
  readonly name: string;
  readonly topic: Topic;
}

const Subscribed = Reflector.createDecorator<Subscription>();

interface DurableOptions {
  /** Permanent name, such as `skills.people`: waiting events are stored under it. */
  readonly durable: string;
}

type Handler<Members extends PayloadMembers> = (event: HandedEvent<Topic<Members>>) => Promise<void>;

/**
 * Calls this provider method for every event of a topic, at least once and in no order, in a unit of work that
 * is rolled back and retried when it throws. Write own tables only, so that a repetition does no harm.
 */
export const OnDomainEvent =
  <Members extends PayloadMembers>(topic: Topic<Members>, { durable }: DurableOptions) =>
  <Method extends Handler<Members>>(
    target: object,
    key: string,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    Subscribed({ name: durable, topic })(target, key, descriptor);
  };

export const subscriptionOf = (method: object): Subscription | undefined =>
  new Reflector().get(Subscribed, method as () => void);
