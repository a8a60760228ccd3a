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
