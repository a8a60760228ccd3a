import type { DataRow } from './data-row.js';
import { JsonBuffer } from './json-buffer.js';
import { KEYSET, VERSION, type Page, type PageForm } from './page.js';
import type { RowDescription } from './row-description.js';

const FIRST = Buffer.from('{');
const next = { ',': Buffer.from(',{'), '\n': Buffer.from('\n{') };
const END = Buffer.from('}');
const NULL = Buffer.from('null');

export class DataRowPage<Row> implements Page<Row> {
  total = 0;
  count = 0;
  next: readonly string[] | null = null;
  version: string | undefined;
  private readonly json = new JsonBuffer();
  private records?: readonly Row[];

  /** @param rows begin with total or keyset, and their place; without a place there is the total alone */
  constructor(
    { columns }: RowDescription,
    rows: readonly DataRow[],
    private readonly form: PageForm,
  ) {
    const isKeyset = columns[0]?.name === KEYSET;
    const isVersioned = columns.at(-1)?.name === VERSION;
    const members = columns.slice(2, isVersioned ? -1 : undefined).map(({ name, writeJson }, place) => ({
      name: Buffer.from(`${place === 0 ? '' : ','}${JSON.stringify(name)}:`),
      writeJson,
    }));
    const { json } = this;
    const NEXT = next[form.separator];
    for (const row of rows) {
      if (this.count === form.size) break;
      const isMarked = row.next() && isKeyset;
      if (isMarked && rows.length > form.size) this.next = JSON.parse(row.text) as string[];
      if (!isKeyset && this.count === 0) this.total = Number(row.text);
      if (!row.next()) return;
      json.raw(this.count === 0 ? FIRST : NEXT);
      this.count += 1;
      for (const { name, writeJson } of members) {
        json.raw(name);
        if (row.next()) writeJson(json, row.bytes, row.start, row.end);
        else json.raw(NULL);
      }
      json.raw(END);
      if (isVersioned && row.next()) this.version = row.text;
    }
    if (isKeyset) this.total = this.count;
  }

  between(head: string, tail: string): Buffer {
    return this.json.between(head, tail);
  }

  get rows(): readonly Row[] {
    this.records ??= this.parsed();
    return this.records;
  }

  private parsed(): Row[] {
    if (this.form.separator === ',') return JSON.parse(this.between('[', ']').toString()) as Row[];
    const lines = this.between('', '').toString();
    return lines === '' ? [] : lines.split('\n').map((line) => JSON.parse(line) as Row);
  }
}
