import type { StatementResult } from '../statement.js';
import type { Page, PageForm } from './page.js';

type PlacedRow = {
  readonly total?: string;
  readonly keyset?: readonly string[] | null;
  readonly list_version?: string;
  readonly place: string | null;
};

/** `DATABASE_ROWS=pg`: rows that pg has made records of. */
export class ParsedResult implements StatementResult {
  constructor(
    private readonly rows: readonly unknown[],
    readonly command: string,
  ) {}

  records<Row>(): Row[] {
    return this.rows as Row[];
  }

  page<Row>(form: PageForm): Page<Row> {
    return new ParsedPage<Row>(this.rows as PlacedRow[], form);
  }
}

class ParsedPage<Row> implements Page<Row> {
  readonly total: number;
  readonly rows: readonly Row[];
  readonly next: readonly string[] | null;
  readonly version: string | undefined;

  constructor(
    placed: readonly PlacedRow[],
    private readonly form: PageForm,
  ) {
    const listed = placed.filter(({ place }) => place !== null).slice(0, form.size);
    this.rows = listed.map(
      ({ total: _total, keyset: _keyset, place: _place, list_version: _version, ...row }) => row as Row,
    );
    this.total = Number(placed[0]?.total ?? listed.length);
    this.version = placed[0]?.list_version ?? undefined;
    this.next = placed.length > form.size ? (listed.at(-1)?.keyset ?? null) : null;
  }

  get count(): number {
    return this.rows.length;
  }

  between(head: string, tail: string): Buffer {
    return Buffer.from(head + this.rows.map((row) => JSON.stringify(row)).join(this.form.separator) + tail);
  }
}
