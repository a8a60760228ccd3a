import { webhookDeliveryStateValues, webhookTopicValues } from '../generated/api.js';

export const periods = [
  ['1', 'The last hour'],
  ['24', 'The last 24 hours'],
  ['168', 'The last week'],
  ['0', 'All that are kept'],
] as const;

export type Period = (typeof periods)[number][0];

export interface DeliveryFilter {
  readonly state?: (typeof webhookDeliveryStateValues)[number] | undefined;
  readonly topic?: (typeof webhookTopicValues)[number] | undefined;
  /** 0: however long ago. */
  readonly hours?: number | undefined;
}

/** What stands in an address may be anything. The router keeps what is not named here, so each member is. */
export function deliveryFilter(search: Record<string, unknown>): DeliveryFilter {
  const state = webhookDeliveryStateValues.find((one) => one === search.state);
  const topic = webhookTopicValues.find((one) => one === search.topic);
  const hours = periods.map(([period]) => Number(period)).find((one) => one === search.hours);
  return { state, topic, hours };
}
