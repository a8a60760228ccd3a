import type { ServerResponse } from 'node:http';
import { whenPatienceEnds } from '../../../platform/background/index.js';

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
    if (response.req.method === 'HEAD') response.end();
  }

  get isOpen(): boolean {
    return !this.response.writableEnded && !this.response.destroyed;
  }

  /** What is sent now, the client is far from reading. */
  get isFull(): boolean {
    return this.response.writableLength > MAX_UNREAD_BYTES;
  }

  onClose(closed: () => void): void {
    this.response.once('close', closed);
  }

  send(id: string, data: object): void {
    this.write(`id: ${id}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  /** An id without data: a client that connects again sends it, though it may have got no event. */
  tell(id: string, line: string): void {
    this.write(`${line}\nid: ${id}\n\n`);
  }

  /** Resolves when the client has read, or is gone. */
  drained(): Promise<void> {
    const { response } = this;
    if (!this.isOpen || !response.writableNeedDrain) return Promise.resolve();
    return new Promise((resolve) => {
      const stop = whenPatienceEnds(READ_WITHIN_MS, () => response.destroy());
      const done = (): void => {
        stop();
        response.off('drain', done).off('close', done);
        resolve();
      };
      response.once('drain', done).once('close', done);
    });
  }

  end(id: string): void {
    this.tell(id, `retry: ${RETRY_MS}`);
    if (this.isOpen) this.response.end();
  }

  private write(text: string): void {
    if (this.isOpen) this.response.write(text);
  }
}
