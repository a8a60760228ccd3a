export { until } from '../../src/testing/until.js';
