export { sales } from './sales.context.js';
export * from './sales.resources.js';
export * from './domain.js';
export { UsableClients } from './clients/usable-clients.js';
export * from './sales.events.js';
export { UsableStages } from './pipelines/usable-stages.js';
export { SalesModule } from './sales.module.js';
