import type { ThrottlerStorage } from '@nestjs/throttler';

type ThrottlerRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** A fixed window, which begins with the first request. */
export interface RateLimit {
  /** Such as `user:0193c1a4-...`. */
  readonly key: string;
  readonly limit: number;
  readonly windowMs: number;
}

export interface RateLimitWindow {
  readonly hits: number;
  readonly endsInMs: number;
}

export interface RateLimitCount {
  /** Nothing was counted, since a limit had no room. */
  readonly isRefused: boolean;
  readonly windows: readonly RateLimitWindow[];
}

export abstract class RateLimitStorage implements ThrottlerStorage {
  /** Atomic: counts under all limits, or under none where one has no room. @param hits 1 or more */
  abstract count(limits: readonly RateLimit[], hits: number): Promise<RateLimitCount>;

  abstract giveBack(limit: RateLimit): Promise<void>;

  /** For throttler guards of extensions. Nobody is blocked for longer than the window. */
  async increment(key: string, ttl: number, limit: number): Promise<ThrottlerRecord> {
    const { isRefused, windows } = await this.count([{ key, limit, windowMs: ttl }], 1);
    const { hits = 0, endsInMs = 0 } = windows[0] ?? {};
    const timeToExpire = Math.ceil(endsInMs / 1000);
    return {
      totalHits: isRefused ? hits + 1 : hits,
      timeToExpire,
      isBlocked: isRefused,
      timeToBlockExpire: isRefused ? timeToExpire : 0,
    };
  }
}
