import { conflict, invalid, notFound } from '../../../platform/errors/index.js';
import type { SubscriberStatus } from './webhook-subscriber.entity.js';

/** Every event costs a delivery to each subscriber, so an organization has a limited number of them. */
export function subscriberLimitMustNotBeReached(count: number, limit: number): void {
  if (count < limit) return;
  throw conflict(
    'webhook_subscriber.limit_reached',
    `The organization has ${count} webhook subscribers and may have ${limit}: delete one, or subscribe one to more topics.`,
  );
}

/** Events leave this system, so they go only where a receiver can be meant to be. */
export function urlMustBeSafe(fault: string | null): void {
  if (fault !== null) throw invalid({ url: [fault] });
}

/** What is sent to a disabled subscriber would only wait. */
export function subscriberMustBeEnabled(status: SubscriberStatus): void {
  if (status === 'enabled') return;
  throw conflict(
    'webhook_subscriber.disabled',
    'The webhook subscriber is disabled: set its status to enabled first. What it missed is delivered then.',
  );
}

/** Only what the subscriber gets can be taken from it. */
export function topicMustBeSubscribed(topics: readonly string[], topic: string): void {
  if (topics.includes(topic)) return;
  throw notFound(
    'webhook_subscription.not_found',
    'The webhook subscriber is not subscribed to this topic: name it as it was subscribed to, such as project.*.',
  );
}
