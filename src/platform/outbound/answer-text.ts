const MOST_READ = 16 * 1024;
const MOST_KEPT = 8 * 1024;
const encoder = new TextEncoder();
const scratch = new Uint8Array(MOST_KEPT);

/** The beginning of an answer; the rest of it is never read. */
export class AnswerText {
  private readonly kept: Buffer[] = [];
  private read = 0;

  /** @returns false when as much was read as may be, and reading should stop */
  take(chunk: Buffer): boolean {
    // A copy, because a slice would keep the whole chunk in memory.
    if (this.read < MOST_KEPT) this.kept.push(Buffer.from(chunk.subarray(0, MOST_KEPT - this.read)));
    this.read += chunk.length;
    return this.read < MOST_READ;
  }

  /** At most 8 KiB of UTF-8; what is not text, and NUL, which PostgreSQL does not store, become U+FFFD. */
  decode(): string {
    const bytes = Buffer.concat(this.kept);
    const text = new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '\uFFFD');
    const { read } = encoder.encodeInto(text, scratch);
    return text.slice(0, read);
  }
}
