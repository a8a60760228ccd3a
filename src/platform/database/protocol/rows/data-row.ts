export interface TextRow {
  readonly fields: readonly (string | null)[];
}

const COUNT_BYTES = 2;
const LENGTH_BYTES = 4;

export class DataRow implements TextRow {
  readonly name = 'dataRow';
  start: number;
  end: number;

  constructor(
    readonly bytes: Buffer,
    private readonly at: number,
  ) {
    this.start = at;
    this.end = at + COUNT_BYTES;
  }

  /** @returns false for null */
  next(): boolean {
    const length = this.bytes.readInt32BE(this.end);
    this.start = this.end + LENGTH_BYTES;
    this.end = this.start + Math.max(length, 0);
    return length >= 0;
  }

  get text(): string {
    return this.bytes.toString('utf8', this.start, this.end);
  }

  get fields(): (string | null)[] {
    this.end = this.at + COUNT_BYTES;
    const fields: (string | null)[] = [];
    for (let left = this.bytes.readInt16BE(this.at); left > 0; left -= 1) {
      fields.push(this.next() ? this.text : null);
    }
    return fields;
  }
}
