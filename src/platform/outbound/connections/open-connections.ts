import type { Agent } from 'node:http';
import type { Socket } from 'node:net';
import { pinnedAgent } from './pinned-agent.js';
import type { ConnectionSlots } from './connection-slots.js';

// Shorter than the usual keep-alive of receivers, so that a reused connection is hardly ever closed meanwhile.
const IDLE_MS = 1000;
// The receiver counts the connection until it has closed its side too.
const CLOSE_MS = 500;
const DISTRUST_MS = 60_000;

interface Opened {
  readonly pool: string;
  readonly receivers: readonly string[];
}

export class OpenConnections {
  private readonly kept = this.agents(true);
  private readonly single = this.agents(false);
  private readonly opened = new Map<Socket, Opened>();
  private readonly settling = new Set<Socket>();
  private readonly closing = new Map<Socket, NodeJS.Timeout>();
  private readonly distrusted = new Map<string, NodeJS.Timeout>();

  constructor(
    private readonly slots: ConnectionSlots,
    private readonly changed: () => void,
  ) {}

  agentFor(protocol: string, pool: string, mayKeep: boolean): Agent {
    const agents = mayKeep && !this.distrusted.has(pool) ? this.kept : this.single;
    const agent = agents.get(protocol);
    if (!agent) throw new Error(`There is no agent for ${protocol}`);
    return agent;
  }

  idleOf(agent: Agent, pool: string): 'ready' | 'settling' | 'none' {
    for (const socket of agent.freeSockets[pool] ?? []) if (!socket.writable) socket.emit('agentRemove');
    const first = agent.freeSockets[pool]?.[0];
    if (!first) return 'none';
    return this.settling.has(first) ? 'settling' : 'ready';
  }

  distrust(pool: string): void {
    clearTimeout(this.distrusted.get(pool));
    const forget = setTimeout(() => this.distrusted.delete(pool), DISTRUST_MS);
    this.distrusted.set(pool, forget.unref());
  }

  closeIdleAt(receiver: string): boolean {
    const socket = this.idle().find((one) => this.opened.get(one)?.receivers.includes(receiver));
    if (socket) this.end(socket);
    return socket !== undefined;
  }

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
        agent.on('free', (socket: Socket) => this.freed(socket));
        return [protocol, agent];
      }),
    );
  }

  private add(socket: Socket, opened: Opened): void {
    const { pool, receivers } = opened;
    this.opened.set(socket, opened);
    this.slots.open(receivers);
    let isOurEnd = false;
    socket.once('timeout', () => (isOurEnd = true));
    const endedByReceiver = (): void => {
      if (!isOurEnd && !this.closing.has(socket) && this.idle().includes(socket)) this.distrust(pool);
    };
    socket.once('end', endedByReceiver);
    // Before the agent's listener, which drops it. Newer Node versions emit no 'end' on idle connections.
    socket.prependOnceListener('close', endedByReceiver);
    socket.once('close', () => {
      clearTimeout(this.closing.get(socket));
      this.opened.delete(socket);
      this.settling.delete(socket);
      this.slots.closed(receivers, this.closing.delete(socket));
      this.changed();
    });
  }

  // Bytes after the response, such as its FIN, are read in the second turn of the event loop.
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
    const isTooMany = this.opened.get(socket)?.receivers.some(this.slots.isOverfull) === true;
    if (isTooMany && this.idle().includes(socket)) this.end(socket);
  }

  // The agent drops it when it is not writable; its slot is free when the receiver has closed it too.
  private end(socket: Socket): void {
    this.closing.set(
      socket,
      setTimeout(() => socket.destroy(), CLOSE_MS),
    );
    this.slots.beginClosing(this.opened.get(socket)?.receivers ?? []);
    socket.end();
    socket.emit('agentRemove');
  }
}
