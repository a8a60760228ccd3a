import type { ApiRefusal } from '../api/api.errors.js';
import type { Outcome } from '../report/tally.js';
import type { StepRow } from '../source/step-rows.js';

/** What a row came to. */
export interface Settled {
  readonly outcome: Outcome;
  readonly note?: string | undefined;
}

export type RowResult = Settled | ApiRefusal;

/** How the rows of a step are written: `plan` sends nothing, `send` writes many together. */
export interface RowSink<Task extends object = object> {
  readonly rowsAtATime: number;
  begin(): Promise<void>;
  lookUp(rows: readonly StepRow[]): Promise<void>;
  noteInFile(row: StepRow): void;
  /** @throws RowRefusal, NotMade */
  plan(row: StepRow): Settled | Task | 'later';
  /** In the order of the tasks. */
  send(tasks: readonly Task[]): Promise<RowResult[]>;
  /** An earlier row of the same record. */
  supersede(row: StepRow): void;
  end(): Promise<void>;
}

export const isSettled = (planned: object): planned is Settled => 'outcome' in planned;
