import type { FieldDef } from 'pg';
import { JsonBytes } from './json-bytes.js';
import { writerOf, type WriteValue } from './json-values.js';
import type { SentRow } from './sent-row.js';

/** What each row of a page begins with: the total, and its place on the page. */
const LEADING = 2;

const NULL = Buffer.from('null');
const FIRST_BEGIN = Buffer.from('{');
const BEGIN = Buffer.from(',{');
const END = Buffer.from('}');

interface Member {
  readonly name: Buffer;
  readonly write: WriteValue;
}

/** The rows of a page, written as the JSON that goes out while they come in. */
export class Page<Row> {
  total = 0;
  count = 0;
  private readonly written = new JsonBytes();
  private readonly members: readonly Member[];
  private records?: readonly Row[];

  constructor(columns: readonly FieldDef[]) {
    this.members = columns.slice(LEADING).map(({ name, dataTypeID }, place) => ({
      name: Buffer.from(`${place === 0 ? '' : ','}${JSON.stringify(name)}:`),
      write: writerOf(dataTypeID),
    }));
  }

  /** Without rows there is one with the total alone. */
  add(row: SentRow): void {
    row.next();
    if (this.count === 0) this.total = Number(row.bytes.toString('latin1', row.start, row.end));
    if (!row.next()) return;
    const { written } = this;
    written.raw(this.count === 0 ? FIRST_BEGIN : BEGIN);
    this.count += 1;
    for (const { name, write } of this.members) {
      written.raw(name);
      if (row.next()) write(written, row.bytes, row.start, row.end);
      else written.raw(NULL);
    }
    written.raw(END);
  }

  /** The rows as the items of a list that two texts begin and end. To be asked for once. */
  between(head: string, tail: string): Buffer {
    return this.written.between(head, tail);
  }

  /** The rows as records, for those who have something to do with them. */
  get rows(): readonly Row[] {
    this.records ??= JSON.parse(this.between('[', ']').toString()) as Row[];
    return this.records;
  }
}

/** A page of what somebody made of its rows. */
export type RecordPage<Record> = Pick<Page<Record>, 'total' | 'rows'>;
