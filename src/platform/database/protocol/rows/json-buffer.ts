const FIRST_SIZE = 16 * 1024;
const MAX_KEPT_SIZE = 2 * 1024 * 1024;
const MAX_KEPT = 20;
const [QUOTE, BACKSLASH, FIRST_PRINTABLE] = [0x22, 0x5c, 0x20];

/** Reused, because V8 marks its whole heap after some megabytes of allocations. */
const kept: Buffer[] = [];

export class JsonBuffer {
  private space = kept.pop() ?? Buffer.allocUnsafe(FIRST_SIZE);
  private length = 0;

  raw(source: Buffer, start = 0, end = source.length): void {
    const space = this.withRoomFor(end - start);
    let to = this.length;
    for (let from = start; from < end; from += 1) space[to++] = source[from] as number;
    this.length = to;
  }

  value(value: unknown): void {
    this.raw(Buffer.from(JSON.stringify(value)));
  }

  text(source: Buffer, start: number, end: number): void {
    const space = this.withRoomFor(end - start + 2);
    let to = this.length;
    space[to++] = QUOTE;
    for (let from = start; from < end; from += 1) {
      const byte = source[from] as number;
      if (byte === QUOTE || byte === BACKSLASH || byte < FIRST_PRINTABLE) {
        this.value(source.toString('utf8', start, end));
        return;
      }
      space[to++] = byte;
    }
    space[to++] = QUOTE;
    this.length = to;
  }

  /** To be called once, at the end. */
  between(head: string, tail: string): Buffer {
    const { space } = this;
    const bytes = Buffer.concat([Buffer.from(head), space.subarray(0, this.length), Buffer.from(tail)]);
    if (kept.length < MAX_KEPT && space.length <= MAX_KEPT_SIZE) kept.push(space);
    this.space = Buffer.alloc(0);
    this.length = 0;
    return bytes;
  }

  private withRoomFor(more: number): Buffer {
    if (this.length + more > this.space.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.space.length * 2, this.length + more));
      this.space.copy(larger, 0, 0, this.length);
      this.space = larger;
    }
    return this.space;
  }
}
