import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';

const QUIET_MS = 100;
const LOOK_EVERY_MS = 20;
const MAX_QUIET_WAIT_MS = 1000;
const MAX_TURNS_MS = 1000;
const SHORT_TURN_MS = 2;

type Listener = (socket: Socket) => void;

// Closing a listening socket resets the requests in its accept queue, so accept until it is empty, then serve.
export async function stopAccepting(server: Server): Promise<void> {
  const pending = new PendingConnections(server);
  await pending.quiet();
  await pending.emptyTurn();
  NetServer.prototype.close.call(server);
  pending.release();
}

class PendingConnections {
  private readonly sockets: Socket[] = [];
  private readonly requestListeners: Listener[];
  private lastAt = performance.now();

  constructor(private readonly server: Server) {
    this.requestListeners = server.listeners('connection') as Listener[];
    server.removeAllListeners('connection');
    server.on('connection', this.take);
  }

  async quiet(): Promise<void> {
    const end = performance.now() + MAX_QUIET_WAIT_MS;
    for (let now = 0; now < Math.min(end, this.lastAt + QUIET_MS); now = performance.now()) {
      await pause(LOOK_EVERY_MS);
    }
  }

  /** Resolves after a short event loop turn that accepted nothing: one connection is accepted per turn. */
  async emptyTurn(): Promise<void> {
    const end = performance.now() + MAX_TURNS_MS;
    for (let began = performance.now(); began < end;) {
      const taken = this.sockets.length;
      await nextTurn();
      const now = performance.now();
      if (this.sockets.length === taken && now - began < SHORT_TURN_MS) return;
      began = now;
    }
  }

  release(): void {
    this.server.off('connection', this.take);
    for (const listener of this.requestListeners) this.server.on('connection', listener);
    for (const socket of this.sockets) {
      socket.off('error', ignore);
      if (!socket.destroyed) this.server.emit('connection', socket);
    }
  }

  private readonly take: Listener = (socket) => {
    this.lastAt = performance.now();
    socket.on('error', ignore);
    this.sockets.push(socket);
  };
}

const ignore = (): void => undefined;
