import type { FoundReference } from '../../references/index.js';
import type { FaultList } from '../errors/faults.js';

export interface Findings {
  readonly faults: FaultList;
  readonly pending: Promise<void>[];
  readonly references: FoundReference[];
  /** What depends on the ids that references stand for. */
  readonly rechecks: (() => void)[];
}
