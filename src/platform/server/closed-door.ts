import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';

/** Longer than it takes to set a connection up, so that none is half made when the door closes. */
const QUIET_MS = 100;
const LOOK_EVERY_MS = 20;
/** For clients that come all the time, as nobody has told them to go elsewhere. */
const MOST_QUIET_WAIT_MS = 1000;
const MOST_TURNS_MS = 1000;
const SHORT_TURN_MS = 2;

type Listener = (socket: Socket) => void;

/**
 * Ends taking connections without resetting one that a client has. What the system has accepted for a server is reset
 * when that stops listening, with the request that was sent on it, so all of it has to be taken first. Meanwhile new
 * connections are taken but not answered: clients that wait for an answer do not come again, and the queue gets empty.
 * @returns when no connection comes in any more; those that were taken last are answered from now on
 */
export async function closeDoor(server: Server): Promise<void> {
  const held = new Hold(server);
  await held.quiet();
  await held.emptyTurn();
  // Not the HTTP server's own close, which cuts connections that a client may be using at this moment.
  NetServer.prototype.close.call(server);
  held.release();
}

/** Connections that are taken and wait. */
class Hold {
  private readonly sockets: Socket[] = [];
  private readonly answering: Listener[];
  private lastAt = performance.now();

  constructor(private readonly server: Server) {
    this.answering = server.listeners('connection') as Listener[];
    server.removeAllListeners('connection');
    server.on('connection', this.take);
  }

  /** Waits until nobody has come for a while. */
  async quiet(): Promise<void> {
    const end = performance.now() + MOST_QUIET_WAIT_MS;
    for (let now = 0; now < Math.min(end, this.lastAt + QUIET_MS); now = performance.now()) {
      await pause(LOOK_EVERY_MS);
    }
  }

  /**
   * Waits for a turn of the event loop that found the queue empty. One connection is taken in each, so that one without
   * any saw none; and it was short, so that hardly anything can have come since.
   */
  async emptyTurn(): Promise<void> {
    const end = performance.now() + MOST_TURNS_MS;
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
    for (const listener of this.answering) this.server.on('connection', listener);
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

// A client that went away meanwhile.
const ignore = (): void => undefined;
