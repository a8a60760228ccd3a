import { conflict, invalid, notFound } from '../../../platform/errors/index.js';
import { redeliverableStates, type DeliveryState } from '../delivery-pipeline/deliveries/delivery-state.js';

export const webhookDeliveryNotFound = notFound(
  'webhook_delivery.not_found',
  'There is no delivery with this id to this webhook subscriber.',
);

export const webhookDeliveryNotOver = conflict(
  'webhook_delivery.not_over',
  (state: DeliveryState) =>
    `The delivery is ${state}, so it is sent anyway: only one that is ${redeliverableStates.join(' or ')} can be sent once more.`,
  'pending',
);

/** Otherwise the receiver could get it twice. */
export function deliveryMustBeOver(state: DeliveryState): void {
  if ((redeliverableStates as readonly string[]).includes(state)) return;
  throw webhookDeliveryNotOver(state);
}

/** A range that ends before it begins: most often swapped members. */
export function rangeMustNotBeEmpty(range: {
  readonly created_after: string;
  readonly created_before: string;
}): void {
  if (Date.parse(range.created_after) < Date.parse(range.created_before)) return;
  throw invalid({ created_before: ['must be later than created_after'] });
}
