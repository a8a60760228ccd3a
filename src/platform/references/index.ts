export {
  formsOf,
  parseReference,
  referenceFault,
  referenceKey,
  referencePlaces,
  type RecordReference,
  type ReferenceForm,
} from './reference.js';
export { referenceNameNeedsParent, ReferenceResolver, type FoundReference } from './reference-resolver.js';
export { mustBeUsable, notArchived, UsableRecords, type Reference } from './usable-records.js';
