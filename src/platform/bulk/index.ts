export {
  BulkOutcome,
  idsMustDiffer,
  invalidEntry,
  noneMustBeRefused,
  unlessRefused,
  type Bulk,
  type BulkMode,
  type Written,
} from './bulk.js';
