export interface Page<Row> {
  readonly total: number;
  readonly count: number;
  readonly rows: readonly Row[];
  /** The rows as JSON between `head` and `tail`. To be called once. */
  between(head: string, tail: string): Buffer;
}

export type RecordPage<Record> = Pick<Page<Record>, 'total' | 'rows'>;
