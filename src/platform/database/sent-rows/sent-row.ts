const COUNT_BYTES = 2;
const LENGTH_BYTES = 4;

/** A row as PostgreSQL sent it: how many values it has, and each as text with its length before it. */
export class SentRow {
  readonly name = 'dataRow';
  /** Between these two places stands the value that is looked at. */
  start: number;
  end: number;

  constructor(
    readonly bytes: Buffer,
    private readonly at: number,
  ) {
    this.start = at;
    this.end = at + COUNT_BYTES;
  }

  /** Looks at the next value. @returns whether there is one; it is null otherwise */
  next(): boolean {
    const length = this.bytes.readInt32BE(this.end);
    this.start = this.end + LENGTH_BYTES;
    this.end = this.start + Math.max(length, 0);
    return length >= 0;
  }

  /** The value that is looked at. */
  get text(): string {
    return this.bytes.toString('utf8', this.start, this.end);
  }

  /** All values, for pg, where it makes records itself. */
  get fields(): (string | null)[] {
    this.end = this.at + COUNT_BYTES;
    const count = this.bytes.readInt16BE(this.at);
    return Array.from({ length: count }, () => (this.next() ? this.text : null));
  }
}
