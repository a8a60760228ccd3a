import type { StatementResult } from '../statement.js';
import type { Page } from './page.js';

type CountedRow = { readonly total: string; readonly place: string | null };

/** `DATABASE_ROWS=pg`: rows that pg has made records of. */
export class ParsedResult implements StatementResult {
  constructor(
    private readonly rows: readonly unknown[],
    readonly command: string,
  ) {}

  records<Row>(): Row[] {
    return this.rows as Row[];
  }

  page<Row>(): Page<Row> {
    return new ParsedPage<Row>(this.rows as CountedRow[]);
  }
}

class ParsedPage<Row> implements Page<Row> {
  readonly total: number;
  readonly rows: readonly Row[];

  constructor(counted: readonly CountedRow[]) {
    this.total = Number(counted[0]?.total ?? 0);
    const listed = counted.filter(({ place }) => place !== null);
    this.rows = listed.map(({ total: _total, place: _place, ...row }) => row as Row);
  }

  get count(): number {
    return this.rows.length;
  }

  between(head: string, tail: string): Buffer {
    return Buffer.from(head + JSON.stringify(this.rows).slice(1, -1) + tail);
  }
}
