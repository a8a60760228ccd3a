export interface AnswerLimits {
  readonly readBytes: number;
  readonly keptBytes: number;
}

/** The beginning of an answer; the rest of it is never read. */
export class AnswerText {
  private readonly kept: Buffer[] = [];
  private read = 0;

  constructor(private readonly limits: AnswerLimits) {}

  /** @returns false when as much was read as may be, and reading should stop */
  take(chunk: Buffer): boolean {
    // A copy, because a slice would keep the whole chunk in memory.
    const { readBytes, keptBytes } = this.limits;
    if (this.read < keptBytes) this.kept.push(Buffer.from(chunk.subarray(0, keptBytes - this.read)));
    this.read += chunk.length;
    return this.read < readBytes;
  }

  /** As much UTF-8 as may be kept; what is not text, and NUL, which PostgreSQL does not store, become U+FFFD. */
  decode(): string {
    const bytes = Buffer.concat(this.kept);
    const text = new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '\uFFFD');
    const { read } = new TextEncoder().encodeInto(
      text,
      new Uint8Array(Math.min(this.limits.keptBytes, 3 * bytes.length)),
    );
    return text.slice(0, read);
  }
}
