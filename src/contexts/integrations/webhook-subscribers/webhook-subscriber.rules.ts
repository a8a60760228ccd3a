import { conflict, invalid, notFound, unprocessable } from '../../../platform/errors/index.js';
import { exampleId } from '../../../platform/values/index.js';
import type { SubscriberStatus } from './webhook-subscriber.entity.js';

export const webhookSubscriberNotFound = notFound(
  'webhook_subscriber.not_found',
  'There is no webhook subscriber with this id.',
);

export const webhookSubscriberLimitReached = conflict(
  'webhook_subscriber.limit_reached',
  (count: number, limit: number) =>
    `The organization has ${count} webhook subscribers and may have ${limit}: delete one, or subscribe one to more topics.`,
  20,
  20,
);

/** Every event costs a delivery per subscriber. */
export function subscriberLimitMustNotBeReached(count: number, limit: number): void {
  if (count < limit) return;
  throw webhookSubscriberLimitReached(count, limit);
}

export const webhookFilterUnknown = unprocessable(
  'webhook_subscriber.unknown_in_filter',
  (member: string, ids: readonly string[]) =>
    `${member}: the organization has nothing with these ids: ${ids.join(', ')}. Leave them out, or use those that it has.`,
  'project_ids',
  [exampleId('project')],
);

/** What a filter names and nobody has would never match, without a word. */
export function filterMustBeKnown(member: string, unknown: readonly string[]): void {
  if (unknown.length > 0) throw webhookFilterUnknown(member, [...unknown]);
}

/** Events leave this system, so only for plausible receivers. */
export function urlMustBeSafe(fault: string | null): void {
  if (fault !== null) throw invalid({ url: [fault] });
}

export const webhookSubscriberDisabled = conflict(
  'webhook_subscriber.disabled',
  'The webhook subscriber is disabled: set its status to enabled first. What it missed is delivered then.',
);

/** Deliveries to a disabled subscriber would only wait. */
export function subscriberMustBeEnabled(status: SubscriberStatus): void {
  if (status === 'enabled') return;
  throw webhookSubscriberDisabled();
}

export const webhookSubscriptionNotFound = notFound(
  'webhook_subscription.not_found',
  'The webhook subscriber is not subscribed to this topic: name it as it was subscribed to, such as project.*.',
);

export function topicMustBeSubscribed(topics: readonly string[], topic: string): void {
  if (topics.includes(topic)) return;
  throw webhookSubscriptionNotFound();
}
