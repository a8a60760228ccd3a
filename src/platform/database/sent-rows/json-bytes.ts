const FIRST_SIZE = 16 * 1024;
const LARGEST_KEPT = 2 * 1024 * 1024;
const MOST_KEPT = 20;
const [QUOTE, BACKSLASH, FIRST_PRINTABLE] = [0x22, 0x5c, 0x20];

/** Space for the next ones to write in. V8 looks through all of its memory each time that some megabytes were asked for. */
const kept: Buffer[] = [];

/** JSON that grows, as the bytes that go out. */
export class JsonBytes {
  private space = kept.pop() ?? Buffer.allocUnsafe(FIRST_SIZE);
  private length = 0;

  /** What is JSON already. */
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

  /** What was written, between two texts. It ends here: the space is for others from now on. */
  between(head: string, tail: string): Buffer {
    const { space } = this;
    const bytes = Buffer.concat([Buffer.from(head), space.subarray(0, this.length), Buffer.from(tail)]);
    if (kept.length < MOST_KEPT && space.length <= LARGEST_KEPT) kept.push(space);
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
