export { mustBeUsable, notArchived, UsableRecords, type Reference } from './usable-records.js';
