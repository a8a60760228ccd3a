import type { Answer } from '../statement.js';
import { JsonBytes } from './json-bytes.js';

const [FIRST, NEXT, END, NULL] = ['{', ',{', '}', 'null'].map((text) => Buffer.from(text)) as [
  Buffer,
  Buffer,
  Buffer,
  Buffer,
];

/** A page of a list: its rows are written from what PostgreSQL sent into what goes out. */
export class Page<Row> {
  total = 0;
  count = 0;
  private readonly json = new JsonBytes();
  private records?: readonly Row[];

  /** @param answer whose rows begin with the total and their place on the page; without a place there is the total alone */
  constructor({ shape, rows }: Answer) {
    const members = shape.columns.slice(2).map(({ name, writeJson }, place) => ({
      name: Buffer.from(`${place === 0 ? '' : ','}${JSON.stringify(name)}:`),
      writeJson,
    }));
    const { json } = this;
    for (const row of rows) {
      row.next();
      if (this.count === 0) this.total = Number(row.text);
      if (!row.next()) return;
      json.raw(this.count === 0 ? FIRST : NEXT);
      this.count += 1;
      for (const { name, writeJson } of members) {
        json.raw(name);
        if (row.next()) writeJson(json, row.bytes, row.start, row.end);
        else json.raw(NULL);
      }
      json.raw(END);
    }
  }

  /** The rows as the items of a list that two texts begin and end. To be asked for once. */
  between(head: string, tail: string): Buffer {
    return this.json.between(head, tail);
  }

  /** The rows as records, for those who have something to do with them. */
  get rows(): readonly Row[] {
    this.records ??= JSON.parse(this.between('[', ']').toString()) as Row[];
    return this.records;
  }
}

/** A page of what somebody made of its rows. */
export type RecordPage<Record> = Pick<Page<Record>, 'total' | 'rows'>;
