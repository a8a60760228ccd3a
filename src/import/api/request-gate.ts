import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { ImportStopped } from '../import-fault.js';
import type { RateLimit } from './rate-limit.js';

/** What the one who waits at the terminal wants to know. */
export interface RequestEvents {
  /** With every answer of an API that has a rate limit. */
  readonly limited?: (limit: RateLimit) => void;
  /** No request is sent for these milliseconds from now. */
  readonly paused?: (ms: number, why: 'rate limit' | 'API away') => void;
  /** A sentence about something that goes on for longer. */
  readonly said?: (line: string) => void;
}

/** The one place where all workers wait: when the API asks one of them to slow down, it means all of them. */
export class RequestGate {
  private opensAt = 0;

  constructor(
    private readonly stop: AbortSignal,
    readonly events: RequestEvents = {},
  ) {
    // Every waiting worker listens; that is no leak.
    setMaxListeners(0, stop);
  }

  async pass(): Promise<void> {
    for (;;) {
      if (this.stop.aborted) throw new ImportStopped();
      const ms = this.opensAt - performance.now();
      if (ms <= 0) return;
      await this.wait(ms);
    }
  }

  get isClosed(): boolean {
    return this.opensAt > performance.now();
  }

  close(ms: number, why: 'rate limit' | 'API away'): void {
    this.opensAt = Math.max(this.opensAt, performance.now() + ms);
    this.events.paused?.(ms, why);
  }

  async wait(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.stop }).catch(() => {
      throw new ImportStopped();
    });
  }
}
