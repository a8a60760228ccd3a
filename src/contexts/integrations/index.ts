export { DeliveryPipeline } from './delivery-pipeline/delivery-pipeline.js';
export { IntegrationsModule } from './integrations.module.js';
