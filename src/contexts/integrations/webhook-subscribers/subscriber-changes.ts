import type { Resource } from '../../../platform/database/index.js';
import { receivingHostOf } from '../../../platform/outbound/index.js';
import { newId } from '../../../platform/values/index.js';
import type { UpdateWebhookSubscriberRequest } from './webhook-subscriber.dto.js';
import type { WebhookSubscriber } from './webhook-subscriber.entity.js';

const noFailures = { failingSince: null, failuresInRow: 0 };

/** A new URL, like enabling, resets the failure count. */
export function columnsOf(
  { name, url, description, status }: UpdateWebhookSubscriberRequest,
  now: Date,
): Partial<Omit<WebhookSubscriber, keyof Resource>> {
  return {
    ...(name !== undefined && { name }),
    ...(url !== undefined && { url, receivingHost: receivingHostOf(url), ...noFailures }),
    ...(description !== undefined && { description }),
    ...(status !== undefined && { status, statusChange: newId() }),
    ...(status === 'enabled' && { disabledReason: null, disabledAt: null, ...noFailures }),
    ...(status === 'disabled' && { disabledReason: 'requested', disabledAt: now }),
  };
}
