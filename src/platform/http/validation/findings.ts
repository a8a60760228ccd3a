import type { FaultList } from '../errors/faults.js';

export interface Findings {
  readonly faults: FaultList;
  readonly pending: Promise<void>[];
}
