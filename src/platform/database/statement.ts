import type { RowShape } from './row-shape.js';
import type { SentRow } from './sent-rows/sent-row.js';

export interface Statement {
  readonly text: string;
  readonly parameters?: readonly unknown[];
}

/** What PostgreSQL said to a statement. */
export interface Answer {
  readonly shape: RowShape;
  readonly rows: readonly SentRow[];
  /** Such as `COMMIT` or `INSERT 0 1`. */
  readonly command: string;
}

/** Who is told what came of a statement: a promise, or somebody who needs none, for those of a request add up. */
export interface Hearer {
  onAnswer(answer: Answer): void;
  /** @param fault a QueryFailedError; also when a statement failed that went out before in the same packet */
  onFault(fault: Error): void;
}
