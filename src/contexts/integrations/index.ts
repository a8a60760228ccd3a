export { countWaiting, disableSubscribers, type Waiting } from './copies/copied-deliveries.js';
export { findKeys, findUsedKeys, keepCopiedKey, keyPlaceOf, type PresentKey } from './copies/copied-key.js';
export { DeliveryPipeline } from './delivery-pipeline/delivery-pipeline.js';
export { IntegrationsModule } from './integrations.module.js';
export { fingerprintOf } from './signing/secret-key.js';
