export { integrations } from './integrations.context.js';
export { countWaiting, disableSubscribers, type Waiting } from './copies/copied-deliveries.js';
export { findKeys, findUsedKeys, keepCopiedKey, keyPlaceOf, type PresentKey } from './copies/copied-key.js';
export { eventOptionsOf } from './event-options.js';
export { DeliveryPipeline } from './delivery-pipeline/delivery-pipeline.js';
export { fingerprintOf } from './signing/secret-key.js';
export { readWebhookSettings, type WebhookSettings } from './integrations.settings.js';
export { outboundPolicyOf } from './outbound-policy.js';
export { IntegrationsModule } from './integrations.module.js';
