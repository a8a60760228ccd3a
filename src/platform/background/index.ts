export { BackgroundLoop } from './background-loop.js';
export { PeriodicWork } from './periodic-work.js';
export { within } from './time-limit.js';
