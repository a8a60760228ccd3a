export { deliveryTopics, type DeliveryEvent } from './delivery.events.js';
export { DeliveryModule } from './delivery.module.js';
