export { PeriodicWork } from './periodic-work.js';
