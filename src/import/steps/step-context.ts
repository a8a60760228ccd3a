import type { ApiClient } from '../api/api.client.js';
import type { Progress } from '../report/progress.js';
import type { Tally } from '../report/tally.js';
import type { RowReading } from '../source/step-rows.js';
import type { FilePresence } from '../sync/file-presence.js';
import type { RecordIndexes } from '../sync/record-indexes.js';
import type { References } from '../sync/references.js';

export interface StepContext {
  readonly client: ApiClient;
  readonly reading: RowReading;
  readonly references: References;
  readonly indexes: RecordIndexes;
  readonly presence: FilePresence;
  readonly tally: Tally;
  readonly progress: Progress;
  readonly concurrency: number;
  readonly validateOnly: boolean;
  /** `none`: the files hold a part of the records only. */
  readonly prune: 'report' | 'none' | undefined;
  readonly stop: AbortSignal;
  readonly giveUp: () => void;
}
