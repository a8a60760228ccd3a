import { Injectable } from '@nestjs/common';
import type { ThrottlerStorage } from '@nestjs/throttler';
import { Clock } from '../../values/index.js';

type StorageRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** What a fixed window that holds `totalHits` of `limit` and ends in some milliseconds looks like to the throttler. */
export function windowRecord(totalHits: number, limit: number, endsInMs: number): StorageRecord {
  const seconds = Math.max(1, Math.ceil(endsInMs / 1000));
  const isBlocked = totalHits > limit;
  return { totalHits, timeToExpire: seconds, isBlocked, timeToBlockExpire: isBlocked ? seconds : 0 };
}

/** Counts requests in fixed windows, in this process: a window begins with the first request of a key. */
@Injectable()
export class FixedWindowStorage implements ThrottlerStorage {
  private readonly windows = new Map<string, { hits: number; endsAt: number }>();
  private sweepAt = 0;

  constructor(private readonly clock: Clock) {}

  /** @param ttl length of the window in milliseconds */
  increment(key: string, ttl: number, limit: number): Promise<StorageRecord> {
    const now = this.clock.now().getTime();
    this.forgetEnded(now, ttl);
    let window = this.windows.get(key);
    if (!window || window.endsAt <= now) this.windows.set(key, (window = { hits: 0, endsAt: now + ttl }));
    window.hits += 1;
    return Promise.resolve(windowRecord(window.hits, limit, window.endsAt - now));
  }

  // Once per window, so that addresses that never come back do not fill the memory.
  private forgetEnded(now: number, ttl: number): void {
    if (now < this.sweepAt) return;
    this.sweepAt = now + ttl;
    for (const [key, { endsAt }] of this.windows) if (endsAt <= now) this.windows.delete(key);
  }
}
