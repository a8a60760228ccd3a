export { declareRetention, type Retention } from './declared-retentions.js';
