export { appendedToFeed, extendFeed, feedPosition, rungFeed } from './feed/appended-changes.js';
export { ChangeSignal } from './signal/change-signal.js';
export { changes } from './changes.context.js';
