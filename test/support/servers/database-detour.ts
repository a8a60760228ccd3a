import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * `open`: leads to PostgreSQL. `cut`: ends and refuses connections. `reset`: the same, with a reset. `silent`: swallows
 * everything. `mute`: swallows the answers. What was swallowed once stays so: such a connection never works again.
 */
export type DetourState = 'open' | 'cut' | 'reset' | 'silent' | 'mute';

/** A way to PostgreSQL that can be cut, or made to lead nowhere. */
export class DatabaseDetour {
  private readonly sockets = new Set<Socket>();
  private readonly broken = new WeakSet<Socket>();
  private readonly onward = new WeakSet<Socket>();
  private state: DetourState = 'open';
  private server: Server | undefined;
  private awaited: { text: string; state: DetourState } | undefined;

  private constructor(private readonly target: URL) {}

  /** @returns a detour with the URL to it */
  static async open(target: string): Promise<DatabaseDetour & { url: string }> {
    const detour = new DatabaseDetour(new URL(target));
    const server = createServer((socket) => detour.lead(socket));
    detour.server = server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = new URL(target);
    url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    return Object.assign(detour, { url: url.href });
  }

  become(state: DetourState): void {
    this.state = state;
    for (const socket of this.sockets) {
      if (state === 'reset') socket.resetAndDestroy();
      else if (state === 'cut') socket.destroy();
      else if (state !== 'open') this.broken.add(socket);
      // PostgreSQL would keep its side for hours, and has only so many.
      else if (this.broken.has(socket) && this.onward.has(socket)) socket.destroy();
    }
  }

  /** As soon as the program sends this text, which is handed on. */
  becomeUpon(text: string, state: DetourState): void {
    this.awaited = { text, state };
  }

  close(): void {
    this.become('cut');
    this.server?.close();
  }

  private lead(socket: Socket): void {
    if (this.state === 'cut' || this.state === 'reset') {
      socket.resetAndDestroy();
      return;
    }
    const onward = connect(Number(this.target.port), this.target.hostname);
    this.onward.add(onward);
    this.pass(socket, onward, ['open', 'mute']);
    this.pass(onward, socket, ['open']);
    if (this.state !== 'open') for (const end of [socket, onward]) this.broken.add(end);
  }

  /** Hands on what comes, in these states. */
  private pass(from: Socket, to: Socket, states: readonly DetourState[]): void {
    this.sockets.add(from);
    from.on('data', (chunk) => {
      const state = this.state === 'open' && this.broken.has(from) ? 'silent' : this.state;
      if (states.includes(state)) to.write(chunk);
      const { awaited } = this;
      if (!awaited || !(chunk as Buffer).includes(awaited.text)) return;
      this.awaited = undefined;
      this.become(awaited.state);
    });
    from.on('error', () => undefined);
    from.on('close', () => {
      this.sockets.delete(from);
      // Nobody hears of an end on a way that leads nowhere.
      if (!this.broken.has(from)) to.destroy();
    });
  }
}
