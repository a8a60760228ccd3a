import { envelopeOf } from '../../../../platform/events/index.js';
import { webhookSubscriberModified } from '../../integrations.events.js';

/** SQL that publishes, with the statement that disables the subscriber, that it is. @param event its three parameters */
export const publishDisabling = (event: readonly [id: string, body: string, occurredAt: string]): string => `
  INSERT INTO outbox_events (id, organization_id, topic, body, occurred_at, parents, modified_properties, "values")
  SELECT ${event[0]}::uuid, organization_id, '${webhookSubscriberModified.name}', ${event[1]}, ${event[2]}::timestamptz,
    '{}', '{status}', '{"status": {"from": "enabled", "to": "disabled"}}'
  FROM subscriber WHERE is_disabled`;

export function disablingEvent(
  organizationId: string,
  subscriberId: string,
  now: Date,
): [id: string, body: string, occurredAt: string] {
  const payload = { modifiedProperties: ['status'] };
  const topic = webhookSubscriberModified.name;
  const { id, body } = envelopeOf({ topic, organizationId, id: subscriberId, payload }, now);
  return [id, body, now.toISOString()];
}
