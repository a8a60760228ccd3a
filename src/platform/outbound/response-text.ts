export interface ResponseLimits {
  readonly readBytes: number;
  readonly keptBytes: number;
}

export class ResponseText {
  private readonly kept: Buffer[] = [];
  private read = 0;

  constructor(private readonly limits: ResponseLimits) {}

  take(chunk: Buffer): boolean {
    const { readBytes, keptBytes } = this.limits;
    if (this.read < keptBytes) this.kept.push(Buffer.from(chunk.subarray(0, keptBytes - this.read)));
    this.read += chunk.length;
    return this.read < readBytes;
  }

  /** As UTF-8; invalid bytes, and NUL, which PostgreSQL does not store, become U+FFFD. */
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
