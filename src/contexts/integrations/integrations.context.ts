import { defineContext } from '../../platform/contexts/index.js';
import { DeliveryRetention } from './delivery-pipeline/retention/delivery-retention.js';
import { deliveryMetrics } from './delivery-pipeline/delivery-metrics.js';
import { webhookHealth } from './delivery-pipeline/webhook-health.js';
import * as topics from './integrations.events.js';
import { IntegrationsModule } from './integrations.module.js';
import { webhookSettings } from './integrations.settings.js';
import { eventParagraph, webhookSection } from './webhook-descriptions.js';

export const integrations = defineContext({
  name: 'integrations',
  module: IntegrationsModule,
  permissions: {
    'webhooks:read': 'Webhook subscribers and what became of their deliveries',
    'webhooks:write':
      'As `webhooks:read`, and to change subscribers. They are sent the ids of records that the token itself may not be allowed to read',
  },
  topics,
  description: { paragraph: eventParagraph, webhooks: webhookSection },
  settings: webhookSettings,
  gauges: deliveryMetrics,
  health: webhookHealth,
  retention: DeliveryRetention,
  tags: {
    Webhooks:
      'Where events are sent as they happen, and what became of each. Needs a token with the scope `webhooks:read` or `webhooks:write`, which `read` and `write` do not include.',
  },
});
