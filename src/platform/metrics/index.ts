export { declaredGauges, declareGauges, type GaugeDefinition, type GaugeGroup } from './declared-gauges.js';
export { Metrics, OF_ALL } from './metrics.js';
