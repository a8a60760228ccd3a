export { declaredHealthParts, declareHealth, type HealthPart, type PartHealth } from './health-part.js';
export type { Readiness } from './health.js';
export { FIGURES_WITHIN_MS, RecentAnswer } from './recent-answer.js';
export { VitalSigns, type ProgramReading } from './vital-signs.js';
