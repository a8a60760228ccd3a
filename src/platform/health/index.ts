export { declaredHealthParts, declareHealth, type HealthPart, type PartHealth } from './health-part.js';
export type { Readiness } from './health.js';
export { FIGURES_WITHIN_MS, CachedResult } from './cached-result.js';
export { HealthFigures, type ProgramReading } from './health-figures.js';
