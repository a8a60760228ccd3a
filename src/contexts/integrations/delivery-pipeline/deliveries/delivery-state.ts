import { errorClasses } from '../../../../platform/outbound/index.js';

/** What becomes of a delivery; the last four are ends, of which all but `cancelled` can be taken up again. */
export const deliveryStates = [
  'pending',
  'queued',
  'sending',
  'delivered',
  'exhausted',
  'parked',
  'cancelled',
] as const;

export type DeliveryState = (typeof deliveryStates)[number];

/** What can be sent once more: nothing else is going to be done about it. */
export const redeliverableStates = ['delivered', 'exhausted'] as const satisfies readonly DeliveryState[];

export type RedeliverableState = (typeof redeliverableStates)[number];

export const attemptStates = ['started', 'succeeded', 'failed', 'abandoned'] as const;

export type AttemptState = (typeof attemptStates)[number];

/** Why an attempt failed otherwise than by the status of its answer; one that was given up is not recorded. */
export const attemptErrors = [
  ...errorClasses.filter((errorClass) => errorClass !== 'aborted'),
  'secret_unreadable',
] as const;

export type AttemptError = (typeof attemptErrors)[number];
