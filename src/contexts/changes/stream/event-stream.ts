import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

const MAX_UNREAD_BYTES = 1024 * 1024;
const READ_WITHIN_MS = 15_000;
const RETRY_MS = 1000;

/** A response of Server-Sent Events. Whoever does not read is dropped. */
export class EventStream {
  constructor(private readonly response: ServerResponse) {
    response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      // Compression would keep events back.
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
    });
    this.comment('changes');
  }

  get isOpen(): boolean {
    return !this.response.writableEnded && !this.response.destroyed;
  }

  onClose(closed: () => void): void {
    this.response.once('close', closed);
  }

  send(id: string, data: object): void {
    this.write(`id: ${id}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  comment(text: string): void {
    this.write(`: ${text}\n\n`);
  }

  /** Resolves when the client has read. */
  async drained(): Promise<void> {
    if (!this.isOpen || !this.response.writableNeedDrain) return;
    const signal = AbortSignal.timeout(READ_WITHIN_MS);
    await Promise.race([
      once(this.response, 'drain', { signal }),
      once(this.response, 'close', { signal }),
    ]).catch(() => this.response.destroy());
  }

  end(): void {
    if (this.isOpen) this.response.end(`retry: ${RETRY_MS}\n\n`);
  }

  private write(text: string): void {
    if (!this.isOpen) return;
    this.response.write(text);
    if (this.response.writableLength > MAX_UNREAD_BYTES) this.response.destroy();
  }
}
