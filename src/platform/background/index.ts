export { BackgroundLoop } from './background-loop.js';
export { whenPatienceEnds } from './patience.js';
export { PeriodicWork } from './periodic-work.js';
export { within } from './time-limit.js';
