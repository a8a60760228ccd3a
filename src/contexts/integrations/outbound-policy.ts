import { networksOf, type OutboundPolicy } from '../../platform/outbound/index.js';
import type { WebhookSettings } from './integrations.settings.js';

export const outboundPolicyOf = (settings: WebhookSettings): OutboundPolicy => ({
  allowHttp: settings.WEBHOOK_ALLOW_HTTP,
  allowedNetworks: networksOf(settings.WEBHOOK_ALLOWED_NETWORKS),
  hostCap: settings.WEBHOOK_HOST_CAP,
  connectTimeout: settings.WEBHOOK_CONNECT_TIMEOUT_MS,
  exchangeTimeout: settings.WEBHOOK_EXCHANGE_TIMEOUT_MS,
  response: { readBytes: settings.WEBHOOK_ANSWER_READ_BYTES, keptBytes: settings.WEBHOOK_ANSWER_KEPT_BYTES },
});
