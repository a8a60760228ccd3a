/** The public API of the platform for contexts and extensions. */
export * from './background/index.js';
export * from './config/index.js';
export * from './contexts/index.js';
export * from './crm-identifiers/index.js';
export * from './database/index.js';
export * from './errors/index.js';
export * from './events/index.js';
export { CachedResult, type HealthPart, type PartHealth } from './health/index.js';
export * from './http/index.js';
export type { GaugeDefinition, GaugeGroup } from './metrics/index.js';
export * from './references/index.js';
export * from './resources/index.js';
export type { Retention } from './retention/index.js';
export * from './values/index.js';
export * from './writes/index.js';
