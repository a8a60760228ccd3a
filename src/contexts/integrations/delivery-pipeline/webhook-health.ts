import type { HealthPart } from '../../../platform/health/index.js';
import { DeliveryFigures } from './delivery-figures.js';
import type { DeliveryReading } from './delivery-reading.js';
import { WebhookHealth } from './webhook-health.dto.js';

const OLD_EVENT_SECONDS = 60;
// Many retries at once take a while without a fault.
const OLD_DELIVERY_SECONDS = 900;

export const webhookHealth: HealthPart<DeliveryFigures> = {
  name: 'webhooks',
  response: WebhookHealth,
  description: 'The delivery of webhooks: the queue as this process sees it, the ages over all processes.',
  example: {
    status: 'up',
    queue: 'connected',
    oldest_due_delivery_seconds: 0.4,
    oldest_held_up_delivery_seconds: 0,
    oldest_outbox_event_seconds: 0.1,
  },
  source: DeliveryFigures,
  async read(deliveries) {
    const state = await deliveries.read();
    const figures: Omit<WebhookHealth, 'status'> = {
      queue: state?.queue ?? null,
      oldest_due_delivery_seconds: state?.oldestDueSeconds ?? null,
      oldest_held_up_delivery_seconds: state?.oldestHeldUpSeconds ?? null,
      oldest_outbox_event_seconds: state?.oldestOutboxSeconds ?? null,
    };
    return { isWell: state !== null && isMoving(state), figures };
  },
};

const isMoving = ({ queue, oldestDueSeconds, oldestOutboxSeconds }: DeliveryReading): boolean =>
  queue !== 'away' && oldestOutboxSeconds < OLD_EVENT_SECONDS && oldestDueSeconds < OLD_DELIVERY_SECONDS;
