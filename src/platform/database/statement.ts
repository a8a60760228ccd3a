import type { FieldDef } from 'pg';

/** One statement; its rows are records, or lists of values where that is wanted. */
export interface Statement {
  readonly text: string;
  readonly parameters?: readonly unknown[];
  readonly rowMode?: 'array';
}

export interface Answer<Row = unknown> {
  readonly fields: readonly FieldDef[];
  readonly rows: readonly Row[];
  /** Such as `COMMIT` or `INSERT 0 1`. */
  readonly command: string;
}
