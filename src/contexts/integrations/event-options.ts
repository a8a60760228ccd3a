import type { EventOptions } from '../../platform/events/index.js';
import type { WebhookSettings } from './integrations.settings.js';

export const eventOptionsOf = (settings: WebhookSettings): EventOptions => ({
  maxBodyBytes: settings.WEBHOOK_BODY_MAX_BYTES,
});
