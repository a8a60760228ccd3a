export { ChangeSignal } from './signal/change-signal.js';
export { changes } from './changes.context.js';
