import type { Clock } from '../../values/index.js';
import { RateLimitStorage, type RateLimit, type RateLimitCount } from './rate-limit.storage.js';

interface Window {
  hits: number;
  endsAt: number;
}

/** Counts in this process. */
export class MemoryWindowStorage extends RateLimitStorage {
  private readonly windows = new Map<string, Window>();
  private sweepAt = 0;

  /** @param windowMs length of the windows in milliseconds */
  constructor(
    private readonly clock: Clock,
    private readonly windowMs: number,
  ) {
    super();
  }

  count(limits: readonly RateLimit[], hits: number): Promise<RateLimitCount> {
    const now = this.clock.elapsed();
    this.forgetEnded(now);
    const windows = limits.map(({ key }) => this.windowOf(key, now));
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

  private windowOf(key: string, now: number): Window {
    const known = this.windows.get(key);
    if (known && known.endsAt > now) return known;
    const window = { hits: 0, endsAt: now + this.windowMs };
    this.windows.set(key, window);
    return window;
  }

  // Once per window, so that addresses that never come back do not fill the memory.
  private forgetEnded(now: number): void {
    if (now < this.sweepAt) return;
    this.sweepAt = now + this.windowMs;
    for (const [key, { endsAt }] of this.windows) if (endsAt <= now) this.windows.delete(key);
  }
}
