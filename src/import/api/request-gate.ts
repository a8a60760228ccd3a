import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { ImportStopped } from '../import-fault.js';

const longestBackoffMs = 30_000;

/** The one place where all workers wait: when the API asks one of them to slow down, it means all of them. */
export class RequestGate {
  private opensAt = 0;

  constructor(
    private readonly stop: AbortSignal,
    private readonly onClosed: (ms: number) => void = () => undefined,
  ) {
    // Every waiting worker listens; that is no leak.
    setMaxListeners(0, stop);
  }

  async pass(): Promise<void> {
    for (;;) {
      if (this.stop.aborted) throw new ImportStopped();
      const ms = this.opensAt - Date.now();
      if (ms <= 0) return;
      await this.wait(ms);
    }
  }

  close(ms: number): void {
    this.opensAt = Math.max(this.opensAt, Date.now() + ms);
    this.onClosed(ms);
  }

  async wait(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.stop }).catch(() => {
      throw new ImportStopped();
    });
  }
}

/** Milliseconds; doubles with every failure, with a random half so that workers do not return in step. */
export function backoffMs(failures: number): number {
  const most = Math.min(longestBackoffMs, 500 * 2 ** failures);
  return most / 2 + Math.random() * (most / 2);
}

/** Milliseconds, from seconds or from an HTTP date. */
export function readRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Math.max(Number(header) * 1000, 50);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(date - Date.now(), 50);
}
