import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { ImportStopped } from '../import-fault.js';
import type { RateLimit } from './rate-limit.js';

export interface RequestEvents {
  readonly limited?: (limit: RateLimit) => void;
  /** No requests for so many milliseconds. */
  readonly paused?: (ms: number, why: 'rate limit' | 'API away') => void;
  readonly said?: (line: string) => void;
}

/** Pauses all workers when the API asks one of them to slow down. */
export class RequestGate {
  private opensAt = 0;

  constructor(
    private readonly stop: AbortSignal,
    readonly events: RequestEvents = {},
  ) {
    // Each waiting worker listens; that is no leak.
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
