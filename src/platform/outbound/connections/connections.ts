import type { Agent } from 'node:http';
import type { Destination } from '../destination-finder.js';
import { OpenConnections } from './open-connections.js';
import { ReceiverPlaces } from './receiver-places.js';

/** Whose request it is, and how it may be sent. */
export interface Demand {
  /** The places at a receiver are shared between parties. */
  readonly party: string;
  /** Whether a connection of its own is wanted, which has served no other request. */
  readonly isAlone: boolean;
  /** Milliseconds for which it waits for a place at most. */
  readonly patienceMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Those who want the same: whoever came first begins first. */
interface Line {
  readonly party: string;
  readonly receivers: readonly string[];
  readonly protocol: string;
  readonly pool: string;
  readonly isAlone: boolean;
  /** What begins them, each with its number in the order of all. */
  readonly waiting: Map<() => void, number>;
}

/** Connections of the same pool lead to the same addresses, and serve the same name. */
export const poolOf = ({ url, host, addresses }: Destination): string =>
  `${url.protocol}//${host}:${url.port} ${[...addresses].sort().join()}`;

/** Where a connection takes a place: its host, and each of its addresses, since nobody knows which one it will have. */
export const receiversOf = ({ host, addresses }: Destination): string[] => [...new Set([host, ...addresses])];

/** Connections to receivers, of which one host or address never has more than so many. Who finds no place waits for one. */
export class Connections {
  private readonly places: ReceiverPlaces;
  private readonly open: OpenConnections;
  private readonly lines = new Map<string, Line>();
  private comers = 0;

  /** @param most of one host or address at once, those included that idle */
  constructor(most: number) {
    this.places = new ReceiverPlaces(most);
    this.open = new OpenConnections(this.places, () => this.serve());
  }

  /** From now on; those that are too many are closed when they have served their requests. */
  limitTo(most: number): void {
    if (most === this.places.most) return;
    this.places.most = most;
    this.open.trim();
    this.serve();
  }

  /**
   * Calls `send`, which makes one request with this agent before it returns, as soon as there is a place.
   * @returns null when there was none in time: nothing was sent
   */
  use<Result>(
    to: Destination,
    { party, isAlone, patienceMs, signal }: Demand,
    send: (agent: Agent) => Promise<Result>,
  ): Promise<Result | null> {
    const beginBy = performance.now() + patienceMs;
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
        line.waiting.delete(begin);
        if (line.waiting.size === 0) this.lines.delete(key);
      };
      const giveUp = (): void => {
        leave();
        resolve(null);
      };
      const begin = (): void => {
        // A process that was frozen meanwhile may be too late.
        if (performance.now() > beginBy) return giveUp();
        leave();
        this.run(line, send).then(resolve, reject);
      };
      const pool = poolOf(to);
      const key = `${party} ${isAlone} ${pool}`;
      const line = this.lines.get(key) ?? {
        ...{ party, receivers: receiversOf(to), protocol: to.url.protocol, pool, isAlone },
        waiting: new Map(),
      };
      this.lines.set(key, line);
      const timer = setTimeout(giveUp, Math.max(0, patienceMs));
      signal?.addEventListener('abort', giveUp, { once: true });
      line.waiting.set(begin, (this.comers += 1));
      this.serve();
    });
  }

  /** The receiver has closed a connection that was kept: for a while it gets none that is. */
  distrust(to: Destination): void {
    this.open.distrust(poolOf(to));
  }

  close(): void {
    this.open.close();
  }

  private async run<Result>(line: Line, send: (agent: Agent) => Promise<Result>): Promise<Result> {
    const { party, receivers } = line;
    this.places.begin(party, receivers);
    try {
      return await send(this.agentFor(line));
    } finally {
      this.places.end(party, receivers);
      this.serve();
    }
  }

  /** Lets begin who can. For those who only lack a connection, others are closed that idle. */
  private serve(): void {
    for (let begin = this.next(); begin; begin = this.next()) begin();
    const wanted = new Map<string, number>();
    for (const line of this.lines.values()) {
      const { party, receivers, waiting } = line;
      if (!this.places.mayBegin(party, receivers) || this.idleFor(line) !== 'none') continue;
      for (const receiver of receivers.filter(this.places.isFull)) {
        const count = (wanted.get(receiver) ?? 0) + waiting.size;
        wanted.set(receiver, count);
        while (this.places.closingAt(receiver) < count && this.open.closeIdleAt(receiver));
      }
    }
  }

  /** The first of those whose party has least under way there, so that none waits behind the many of another. */
  private next(): (() => void) | undefined {
    let first: (() => void) | undefined;
    let least = Infinity;
    let earliest = Infinity;
    for (const line of this.lines.values()) {
      const held = this.places.heldBy(line.party, line.receivers);
      const [[begin, came] = [undefined, Infinity]] = line.waiting;
      if (held > least || (held === least && came > earliest) || !this.canBegin(line)) continue;
      [first, least, earliest] = [begin, held, came];
    }
    return first;
  }

  private canBegin(line: Line): boolean {
    const { party, receivers } = line;
    if (!this.places.mayBegin(party, receivers)) return false;
    const idle = this.idleFor(line);
    return idle === 'ready' || (idle === 'none' && !receivers.some(this.places.isFull));
  }

  private idleFor(line: Line): 'ready' | 'settling' | 'none' {
    return this.open.idleOf(this.agentFor(line), line.pool);
  }

  private agentFor({ protocol, pool, isAlone }: Line): Agent {
    return this.open.agentFor(protocol, pool, !isAlone);
  }
}
