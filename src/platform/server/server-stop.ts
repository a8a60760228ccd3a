import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { stopAccepting } from './stop-accepting.js';
import { responseUnderWay } from './response-under-way.js';

const LOOK_EVERY_MS = 100;

export interface StopPatience {
  readonly idleMs: number;
  readonly responseMs: number;
}

/** Stops an HTTP server without cutting off requests. Create it before the server listens. */
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

  /** Every response says `Connection: close` from now on, so that clients go elsewhere. */
  announce(): void {
    if (this.isAnnounced) return;
    this.isAnnounced = true;
    for (const socket of this.sockets) setConnectionClose(responseUnderWay(socket));
    const latest = new WeakMap<Socket, ServerResponse>();
    this.server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
      const before = latest.get(socket);
      if (before && !before.headersSent) before.removeHeader('Connection');
      latest.set(socket, response);
      setConnectionClose(response);
    });
  }

  async close({ idleMs, responseMs }: StopPatience): Promise<void> {
    this.announce();
    if (!this.isListening) return;
    const closed = once(this.server, 'close');
    const late = setTimeout(() => this.closeAll(), responseMs);
    await stopAccepting(this.server);
    const idleFrom = performance.now() + idleMs;
    const idle = setInterval(() => {
      if (performance.now() >= idleFrom) this.closeIdle();
    }, LOOK_EVERY_MS);
    await closed;
    clearInterval(idle);
    clearTimeout(late);
  }

  // Node treats a response that a slow client has not read yet as sent, and would cut it off.
  private closeIdle(): void {
    const sockets = [...this.sockets];
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    if (sockets.every(({ writableLength }) => writableLength === 0)) this.server.closeIdleConnections();
  }

  private closeAll(): void {
    for (const socket of this.sockets) socket.destroy();
  }
}

function setConnectionClose(response: ServerResponse | null): void {
  if (response && !response.headersSent) response.setHeader('Connection', 'close');
}
