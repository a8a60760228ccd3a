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
export { NeighbouringCalls, withNeighbours, type CallKind } from './neighbouring-calls.js';
