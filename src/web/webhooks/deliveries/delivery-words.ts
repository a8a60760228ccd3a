import type { Schemas } from '../../api/client.js';

export type DeliveryState = Schemas['WebhookDeliveryState'];

export const wordsOfDelivery: Readonly<Record<DeliveryState, string>> = {
  pending: 'Waits for its next attempt',
  queued: 'Begins soon',
  sending: 'Under way',
  delivered: 'Delivered',
  exhausted: 'Not delivered',
  parked: 'Waits for the webhook to be enabled',
  cancelled: 'Cancelled',
};

export const kindOfDelivery = (state: DeliveryState): 'good' | 'failing' | 'waiting' | 'off' => {
  if (state === 'delivered') return 'good';
  if (state === 'exhausted') return 'failing';
  return state === 'cancelled' ? 'off' : 'waiting';
};

export const isOver = (state: DeliveryState): boolean =>
  ['delivered', 'exhausted', 'parked', 'cancelled'].includes(state);

interface Result {
  readonly response_status: number | null;
  readonly error_class: string | null;
}

/** What came back of an attempt. */
export const resultOf = ({ response_status, error_class }: Result): string => {
  if (error_class !== null) return error_class.replaceAll('_', ' ');
  return response_status === null ? 'nothing yet' : `status ${response_status}`;
};
