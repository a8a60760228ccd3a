import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { closeDoor } from './closed-door.js';
import { responseUnderWay } from './response-under-way.js';

const LOOK_EVERY_MS = 100;

export interface StopPatience {
  /** How long connections without a request are kept after the last one was taken, in milliseconds. */
  readonly idleMs: number;
  /** How long requests may take in all that are under way or come meanwhile, in milliseconds. */
  readonly answerMs: number;
}

/** Stops an HTTP server so that no request is cut off that a client has sent. Made before the server listens. */
export class ServerStop {
  private readonly sockets = new Set<Socket>();
  private isAnnounced = false;

  constructor(private readonly server: Server) {
    server.on('connection', (socket: Socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
  }

  get isListening(): boolean {
    return this.server.listening;
  }

  /** From now on every answer says that its connection ends, so that clients which keep theirs go elsewhere. */
  announce(): void {
    if (this.isAnnounced) return;
    this.isAnnounced = true;
    for (const socket of this.sockets) tellEnd(responseUnderWay(socket));
    const latest = new WeakMap<Socket, ServerResponse>();
    this.server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
      // A client may send several requests without waiting: the connection ends with the last of them.
      const before = latest.get(socket);
      if (before && !before.headersSent) before.removeHeader('Connection');
      latest.set(socket, response);
      tellEnd(response);
    });
  }

  /** Takes what clients have sent, answers it, and ends. */
  async close({ idleMs, answerMs }: StopPatience): Promise<void> {
    this.announce();
    if (!this.isListening) return;
    const closed = once(this.server, 'close');
    const late = setTimeout(() => this.closeAll(), answerMs);
    await closeDoor(this.server);
    const idleFrom = performance.now() + idleMs;
    const idle = setInterval(() => {
      if (performance.now() >= idleFrom) this.closeIdle();
    }, LOOK_EVERY_MS);
    await closed;
    clearInterval(idle);
    clearTimeout(late);
  }

  // Node takes an answer for sent that a slow client has not yet read, and would cut it off.
  private closeIdle(): void {
    const sockets = [...this.sockets];
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    if (sockets.every(({ writableLength }) => writableLength === 0)) this.server.closeIdleConnections();
  }

  private closeAll(): void {
    for (const socket of this.sockets) socket.destroy();
  }
}

function tellEnd(response: ServerResponse | null): void {
  if (response && !response.headersSent) response.setHeader('Connection', 'close');
}
