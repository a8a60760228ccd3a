/** The first column of a page that is found by position instead of number. */
export const KEYSET = 'keyset';

/** A last column of this name holds the version of the list as a whole. */
export const VERSION = 'list_version';

export interface Page<Row> {
  /** Of all pages; of one that is found by position, its own rows. */
  readonly total: number;
  readonly count: number;
  readonly rows: readonly Row[];
  /** Behind which position the next page begins. Null: there is none, or pages are found by number. */
  readonly next: readonly string[] | null;
  readonly version?: string | undefined;
  /** The rows as JSON between `head` and `tail`. To be called once. */
  between(head: string, tail: string): Buffer;
}

export type RecordPage<Record> = Pick<Page<Record>, 'total' | 'rows' | 'next' | 'version'>;

export interface PageForm {
  readonly size: number;
  readonly separator: ',' | '\n';
}
