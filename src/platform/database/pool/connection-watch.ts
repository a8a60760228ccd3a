import { setImmediate as afterReading } from 'node:timers/promises';
import type { SessionsAtWork } from './server-view.js';

const LOOK_EVERY_MS = 250;
const SILENT_MS = 500;
const ASK_AGAIN_MS = 1000;

export interface Watched {
  readonly isWaiting: boolean;
  isCheckedOut: boolean;
  readonly bytesRead: number;
  readonly serverProcess: number;
  /** Whether a request has it, or had it last. */
  readonly isForRequest: boolean;
  cut(): void;
}

interface Seen {
  bytesRead: number;
  since: number;
  askAt: number;
  isDoubted: boolean;
}

/** Finds connections that were cut silently, which TCP notices after minutes, and cancels long waits for locks. */
export class ConnectionWatch {
  private readonly seen = new Map<Watched, Seen>();
  private timer: NodeJS.Timeout | undefined;
  private isAsking = false;

  constructor(
    private readonly ask: (sessions: readonly number[], late: readonly number[]) => Promise<SessionsAtWork>,
    private readonly lockTimeoutMs: number,
  ) {}

  add(client: Watched): void {
    const now = performance.now();
    this.seen.set(client, {
      bytesRead: client.bytesRead,
      since: now,
      askAt: now + SILENT_MS,
      isDoubted: false,
    });
    this.timer ??= setInterval(() => this.look(), LOOK_EVERY_MS).unref();
  }

  remove(client: Watched): void {
    this.seen.delete(client);
    if (this.seen.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private look(): void {
    const now = performance.now();
    const silent: Watched[] = [];
    for (const [client, seen] of this.seen) {
      if (!isSilent(client, seen)) {
        Object.assign(seen, {
          bytesRead: client.bytesRead,
          since: now,
          askAt: now + SILENT_MS,
          isDoubted: false,
        });
      } else if (now >= seen.askAt) silent.push(client);
    }
    if (silent.length > 0 && !this.isAsking) void this.examine(silent);
  }

  private async examine(silent: readonly Watched[]): Promise<void> {
    this.isAsking = true;
    const late = silent.filter((client) => this.isLate(client));
    const atWork = await this.ask(sessionsOf(silent), sessionsOf(late));
    // This process may have been too busy to read.
    await afterReading();
    this.isAsking = false;
    const lost = silent.filter((client) => this.isLost(client, atWork));
    if (lost.length === 0) return;
    // What cut these also cut the idle ones.
    const idle = [...this.seen.keys()].filter(({ isCheckedOut }) => !isCheckedOut);
    for (const client of new Set([...lost, ...idle])) client.cut();
  }

  private isLate(client: Watched): boolean {
    const since = this.seen.get(client)?.since ?? Infinity;
    return this.lockTimeoutMs > 0 && client.isForRequest && performance.now() - since >= this.lockTimeoutMs;
  }

  private isLost(client: Watched, atWork: SessionsAtWork): boolean {
    const seen = this.seen.get(client);
    if (!seen || !isSilent(client, seen)) return false;
    if (atWork === 'unreachable') return true;
    if (atWork !== 'unknown' && !atWork.has(client.serverProcess)) {
      const isDoubtedAgain = seen.isDoubted;
      seen.isDoubted = true;
      return isDoubtedAgain;
    }
    seen.isDoubted = false;
    const now = performance.now();
    const lateAt = seen.since + this.lockTimeoutMs + LOOK_EVERY_MS;
    seen.askAt = Math.min(now + ASK_AGAIN_MS, lateAt > now ? lateAt : Infinity);
    return false;
  }
}

const isSilent = (client: Watched, { bytesRead }: Seen): boolean =>
  client.isWaiting && client.bytesRead === bytesRead;

const sessionsOf = (clients: readonly Watched[]): number[] =>
  clients.map(({ serverProcess }) => serverProcess);
