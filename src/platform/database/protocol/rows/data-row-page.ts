import type { DataRow } from './data-row.js';
import { JsonBuffer } from './json-buffer.js';
import type { Page } from './page.js';
import type { RowDescription } from './row-description.js';

const FIRST = Buffer.from('{');
const NEXT = Buffer.from(',{');
const END = Buffer.from('}');
const NULL = Buffer.from('null');

export class DataRowPage<Row> implements Page<Row> {
  total = 0;
  count = 0;
  private readonly json = new JsonBuffer();
  private records?: readonly Row[];

  /** @param rows begin with the total and their position; without a position there is the total alone */
  constructor({ columns }: RowDescription, rows: readonly DataRow[]) {
    const members = columns.slice(2).map(({ name, writeJson }, place) => ({
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

  between(head: string, tail: string): Buffer {
    return this.json.between(head, tail);
  }

  get rows(): readonly Row[] {
    this.records ??= JSON.parse(this.between('[', ']').toString()) as Row[];
    return this.records;
  }
}
