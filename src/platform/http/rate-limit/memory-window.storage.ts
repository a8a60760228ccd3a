import type { Clock } from '../../values/index.js';
import { RateLimitStorage, type RateLimit, type RateLimitCount } from './rate-limit.storage.js';

interface Window {
  hits: number;
  endsAt: number;
}

const SWEEP_MS = 60_000;

export class MemoryWindowStorage extends RateLimitStorage {
  private readonly windows = new Map<string, Window>();
  private sweepAt = 0;

  constructor(private readonly clock: Clock) {
    super();
  }

  count(limits: readonly RateLimit[], hits: number): Promise<RateLimitCount> {
    // Whole milliseconds, so that no rounding lengthens a new window.
    const now = Math.floor(this.clock.elapsed());
    this.forgetEnded(now);
    const windows = limits.map((limit) => this.windowOf(limit, now));
    const isRefused = limits.some(({ limit }, index) => (windows[index]?.hits ?? 0) + hits > limit);
    if (!isRefused) for (const window of windows) window.hits += hits;
    return Promise.resolve({
      isRefused,
      windows: windows.map((window) => ({ hits: window.hits, endsInMs: window.endsAt - now })),
    });
  }

  giveBack({ key }: RateLimit): Promise<void> {
    const window = this.windows.get(key);
    if (window && window.hits > 0) window.hits -= 1;
    return Promise.resolve();
  }

  private windowOf({ key, windowMs }: RateLimit, now: number): Window {
    const known = this.windows.get(key);
    if (known && known.endsAt > now) return known;
    const window = { hits: 0, endsAt: now + windowMs };
    this.windows.set(key, window);
    return window;
  }

  // Addresses that never come back must not fill the memory.
  private forgetEnded(now: number): void {
    if (now < this.sweepAt) return;
    this.sweepAt = now + SWEEP_MS;
    for (const [key, { endsAt }] of this.windows) if (endsAt <= now) this.windows.delete(key);
  }
}
