import type { Agent } from 'node:http';
import type { Socket } from 'node:net';
import { pinnedAgent } from './pinned-agent.js';
import type { ReceiverPlaces } from './receiver-places.js';

// Shorter than receivers keep a connection that is idle, so that hardly ever one is closed as it is used again.
const IDLE_MS = 1000;
// For the receiver to close its side too: until then it counts the connection.
const CLOSE_MS = 500;
// A receiver that closes connections without saying so gets none that stays open for as long.
const DISTRUST_MS = 60_000;

interface Opened {
  readonly pool: string;
  readonly receivers: readonly string[];
}

/**
 * The connections that are open, each with its places. Some stay open for a second, because a burst of requests to one
 * receiver would spend more time on handshakes than on requests.
 */
export class OpenConnections {
  private readonly kept = this.agents(true);
  private readonly single = this.agents(false);
  private readonly opened = new Map<Socket, Opened>();
  private readonly settling = new Set<Socket>();
  private readonly closing = new Map<Socket, NodeJS.Timeout>();
  private readonly distrusted = new Map<string, NodeJS.Timeout>();

  /** @param changed called when a connection can be used again or is gone */
  constructor(
    private readonly places: ReceiverPlaces,
    private readonly changed: () => void,
  ) {}

  /** @param mayKeep whether the connection may have served another request, and may serve another one */
  agentFor(protocol: string, pool: string, mayKeep: boolean): Agent {
    const agents = mayKeep && !this.distrusted.has(pool) ? this.kept : this.single;
    const agent = agents.get(protocol);
    if (!agent) throw new Error(`There is no agent for ${protocol}`);
    return agent;
  }

  /**
   * What the next request of this pool finds: a connection that is ready, one that will be in a moment if its receiver
   * does not close it, or none.
   */
  idleOf(agent: Agent, pool: string): 'ready' | 'settling' | 'none' {
    // One that either side has ended, and that is not gone yet, is of no use.
    for (const socket of agent.freeSockets[pool] ?? []) if (!socket.writable) socket.emit('agentRemove');
    const first = agent.freeSockets[pool]?.[0];
    if (!first) return 'none';
    return this.settling.has(first) ? 'settling' : 'ready';
  }

  /** Keeps no connections of this pool for a while. */
  distrust(pool: string): void {
    clearTimeout(this.distrusted.get(pool));
    const forget = setTimeout(() => this.distrusted.delete(pool), DISTRUST_MS);
    this.distrusted.set(pool, forget.unref());
  }

  /** Makes room at this host or address. @returns whether a connection idled there */
  closeIdleAt(receiver: string): boolean {
    const socket = this.idle().find((one) => this.opened.get(one)?.receivers.includes(receiver));
    if (socket) this.end(socket);
    return socket !== undefined;
  }

  /** Closes those that idle and are too many. */
  trim(): void {
    for (const socket of this.idle()) this.trimOne(socket);
  }

  close(): void {
    for (const agent of [...this.kept.values(), ...this.single.values()]) agent.destroy();
  }

  private agents(keepAlive: boolean): Map<string, Agent> {
    const options = { keepAlive, timeout: IDLE_MS, maxFreeSockets: Infinity, scheduling: 'fifo' } as const;
    return new Map(
      ['http:', 'https:'].map((protocol) => {
        const agent = pinnedAgent(protocol, options, (...opened) => this.add(...opened));
        // After the listener of the agent itself, which has put it to the idle ones or closed it.
        agent.on('free', (socket: Socket) => this.freed(socket));
        return [protocol, agent];
      }),
    );
  }

  private add(socket: Socket, opened: Opened): void {
    const { pool, receivers } = opened;
    this.opened.set(socket, opened);
    this.places.open(receivers);
    let isOurEnd = false;
    socket.once('timeout', () => (isOurEnd = true));
    const endedByReceiver = (): void => {
      if (!isOurEnd && !this.closing.has(socket) && this.idle().includes(socket)) this.distrust(pool);
    };
    socket.once('end', endedByReceiver);
    // Before the agent, which lets go of it then. Newer versions of Node tell no 'end' of a connection that idles.
    socket.prependOnceListener('close', endedByReceiver);
    socket.once('close', () => {
      clearTimeout(this.closing.get(socket));
      this.opened.delete(socket);
      this.settling.delete(socket);
      this.places.closed(receivers, this.closing.delete(socket));
      this.changed();
    });
  }

  // What the receiver sent behind its answer, such as its end, is read in the second turn of the event loop.
  private freed(socket: Socket): void {
    this.settling.add(socket);
    setImmediate(() =>
      setImmediate(() => {
        this.settling.delete(socket);
        this.trimOne(socket);
        this.changed();
      }),
    );
  }

  private idle(): Socket[] {
    return [...this.kept.values()].flatMap(({ freeSockets }) =>
      Object.values(freeSockets).flatMap((sockets) => sockets ?? []),
    );
  }

  private trimOne(socket: Socket): void {
    const isTooMany = this.opened.get(socket)?.receivers.some(this.places.isOverfull) === true;
    if (isTooMany && this.idle().includes(socket)) this.end(socket);
  }

  // The agent lets go of what is no longer writable. Its places are free when the receiver has closed it too.
  private end(socket: Socket): void {
    this.closing.set(
      socket,
      setTimeout(() => socket.destroy(), CLOSE_MS),
    );
    this.places.beginClosing(this.opened.get(socket)?.receivers ?? []);
    socket.end();
    socket.emit('agentRemove');
  }
}
