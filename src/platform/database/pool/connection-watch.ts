import { setImmediate as afterReading } from 'node:timers/promises';
import type { SessionsAtWork } from './server-view.js';

const LOOK_EVERY_MS = 250;
const SILENT_MS = 1000;

/** What can be seen of a connection from outside. */
export interface Watched {
  /** Whether an answer is due. */
  readonly isWaiting: boolean;
  /** Whether somebody has it, and may be about to ask. */
  isLent: boolean;
  /** Bytes that came so far. */
  readonly heard: number;
  /** The process of PostgreSQL that answers. */
  readonly session: number;
  /** Whether a request has it, or had it last. */
  readonly isForRequest: boolean;
  /** Ends it at once; whoever waits for an answer is told. */
  cut(): void;
}

interface Seen {
  heard: number;
  /** Since when there is nothing new. */
  since: number;
  askAt: number;
  isDoubted: boolean;
}

/**
 * Finds connections that were cut without a word: an answer is due, nothing comes, and PostgreSQL, asked over a fresh
 * connection, is not at work on it or cannot be reached. TCP alone would find that out after many minutes. And it makes
 * PostgreSQL give up statements of requests that wait for locks, one after the other, for longer than one may take.
 */
export class ConnectionWatch {
  private readonly seen = new Map<Watched, Seen>();
  private timer: NodeJS.Timeout | undefined;
  private isAsking = false;

  /** @param lockTimeoutMs how long a request waits for locks; 0: as long as it takes */
  constructor(
    private readonly ask: (sessions: readonly number[], late: readonly number[]) => Promise<SessionsAtWork>,
    private readonly lockTimeoutMs: number,
  ) {}

  add(client: Watched): void {
    const now = performance.now();
    this.seen.set(client, { heard: client.heard, since: now, askAt: now + SILENT_MS, isDoubted: false });
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
        Object.assign(seen, { heard: client.heard, since: now, askAt: now + SILENT_MS, isDoubted: false });
      } else if (now >= seen.askAt) silent.push(client);
    }
    if (silent.length > 0 && !this.isAsking) void this.examine(silent);
  }

  private async examine(silent: readonly Watched[]): Promise<void> {
    this.isAsking = true;
    const late = silent.filter((client) => this.isLate(client));
    const atWork = await this.ask(sessionsOf(silent), sessionsOf(late));
    // A process that was busy itself has not read yet what has come.
    await afterReading();
    this.isAsking = false;
    const lost = silent.filter((client) => this.isLost(client, atWork));
    if (lost.length === 0) return;
    // Whatever cut these has cut the idle ones too.
    const idle = [...this.seen.keys()].filter(({ isLent }) => !isLent);
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
    if (atWork !== 'unknown' && !atWork.has(client.session)) {
      // The answer may be on its way.
      const isDoubtedAgain = seen.isDoubted;
      seen.isDoubted = true;
      return isDoubtedAgain;
    }
    seen.isDoubted = false;
    const now = performance.now();
    const lateAt = seen.since + this.lockTimeoutMs + LOOK_EVERY_MS;
    seen.askAt = Math.min(now + SILENT_MS, lateAt > now ? lateAt : Infinity);
    return false;
  }
}

const isSilent = (client: Watched, { heard }: Seen): boolean => client.isWaiting && client.heard === heard;

const sessionsOf = (clients: readonly Watched[]): number[] => clients.map(({ session }) => session);
