import type { Agent } from 'node:http';
import type { Destination } from '../destinations/destination-finder.js';
import { OpenConnections } from './open-connections.js';
import { ConnectionSlots } from './connection-slots.js';

export interface Demand {
  readonly party: string;
  readonly isAlone: boolean;
  readonly patienceMs: number;
  readonly signal?: AbortSignal | undefined;
}

interface Line {
  readonly party: string;
  readonly receivers: readonly string[];
  readonly protocol: string;
  readonly pool: string;
  readonly isAlone: boolean;
  readonly waiting: Map<() => void, number>;
}

export const poolOf = ({ url, host, addresses }: Destination): string =>
  `${url.protocol}//${host}:${url.port} ${[...addresses].sort().join()}`;

/** A connection counts for its host and each of its addresses, since the dialled one is not known yet. */
export const receiversOf = ({ host, addresses }: Destination): string[] => [...new Set([host, ...addresses])];

export class Connections {
  private readonly slots: ConnectionSlots;
  private readonly open: OpenConnections;
  private readonly lines = new Map<string, Line>();
  private arrivals = 0;

  constructor(max: number) {
    this.slots = new ConnectionSlots(max);
    this.open = new OpenConnections(this.slots, () => this.serve());
  }

  limitTo(max: number): void {
    if (max === this.slots.max) return;
    this.slots.max = max;
    this.open.trim();
    this.serve();
  }

  /** @param send must make one request synchronously @returns null when no connection was free in time */
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
      line.waiting.set(begin, (this.arrivals += 1));
      this.serve();
    });
  }

  distrust(to: Destination): void {
    this.open.distrust(poolOf(to));
  }

  close(): void {
    this.open.close();
  }

  private async run<Result>(line: Line, send: (agent: Agent) => Promise<Result>): Promise<Result> {
    const { party, receivers } = line;
    this.slots.begin(party, receivers);
    try {
      return await send(this.agentFor(line));
    } finally {
      this.slots.end(party, receivers);
      this.serve();
    }
  }

  private serve(): void {
    for (let begin = this.next(); begin; begin = this.next()) begin();
    const wanted = new Map<string, number>();
    for (const line of this.lines.values()) {
      const { party, receivers, waiting } = line;
      if (!this.slots.mayBegin(party, receivers) || this.idleFor(line) !== 'none') continue;
      for (const receiver of receivers.filter(this.slots.isFull)) {
        const count = (wanted.get(receiver) ?? 0) + waiting.size;
        wanted.set(receiver, count);
        while (this.slots.closingAt(receiver) < count && this.open.closeIdleAt(receiver));
      }
    }
  }

  /** Fair: the first waiter whose party has the fewest connections there. */
  private next(): (() => void) | undefined {
    let first: (() => void) | undefined;
    let least = Infinity;
    let earliest = Infinity;
    for (const line of this.lines.values()) {
      const held = this.slots.heldBy(line.party, line.receivers);
      const [[begin, came] = [undefined, Infinity]] = line.waiting;
      if (held > least || (held === least && came > earliest) || !this.canBegin(line)) continue;
      [first, least, earliest] = [begin, held, came];
    }
    return first;
  }

  private canBegin(line: Line): boolean {
    const { party, receivers } = line;
    if (!this.slots.mayBegin(party, receivers)) return false;
    const idle = this.idleFor(line);
    return idle === 'ready' || (idle === 'none' && !receivers.some(this.slots.isFull));
  }

  private idleFor(line: Line): 'ready' | 'settling' | 'none' {
    return this.open.idleOf(this.agentFor(line), line.pool);
  }

  private agentFor({ protocol, pool, isAlone }: Line): Agent {
    return this.open.agentFor(protocol, pool, !isAlone);
  }
}
