export { networksOf } from './destinations/address-rules.js';
export { keptSlots, mayTakeSlot } from './connections/slot-share.js';
export { errorClasses, type ErrorClass } from './exchange.js';
export { GuardedClient, type Exchange } from './guarded-client.js';
export type { OutboundPolicy } from './outbound-policy.js';
export { OutboundModule } from './outbound.module.js';
export { receivingHostOf } from './destinations/url-rules.js';
