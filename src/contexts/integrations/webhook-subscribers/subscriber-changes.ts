import type { Resource } from '../../../platform/database/index.js';
import { receivingHostOf } from '../../../platform/outbound/index.js';
import { newId } from '../../../platform/values/index.js';
import type { WebhookFilterMembers } from './webhook-filters.dto.js';
import type { UpdateWebhookSubscriberRequest } from './webhook-subscriber.dto.js';
import type { WebhookSubscriber } from './webhook-subscriber.entity.js';

const noFailures = { failingSince: null, failuresInRow: 0 };

/** A new URL, like enabling, resets the failure count. */
export function columnsOf(
  changes: UpdateWebhookSubscriberRequest,
  now: Date,
): Partial<Omit<WebhookSubscriber, keyof Resource>> {
  const { name, url, description, status } = changes;
  return {
    ...filtersOf(changes),
    ...(name !== undefined && { name }),
    ...(url !== undefined && { url, receivingHost: receivingHostOf(url), ...noFailures }),
    ...(description !== undefined && { description }),
    ...(status !== undefined && { status, statusChange: newId() }),
    ...(status === 'enabled' && { disabledReason: null, disabledAt: null, ...noFailures }),
    ...(status === 'disabled' && { disabledReason: 'requested', disabledAt: now }),
  };
}

export const filtersOf = ({
  project_ids,
  modified_properties,
  exclude_access_token_ids,
}: WebhookFilterMembers): Partial<WebhookSubscriber> => ({
  ...(project_ids !== undefined && { projectIds: project_ids }),
  ...(modified_properties !== undefined && { modifiedProperties: modified_properties }),
  ...(exclude_access_token_ids !== undefined && { excludeAccessTokenIds: exclude_access_token_ids }),
});
