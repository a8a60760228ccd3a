/** So many requests of somebody within a fixed window, which begins with the first of them. */
export interface RateLimit {
  /** Whose, and of what kind: `user:0193c1a4-...`. */
  readonly key: string;
  readonly limit: number;
}

/** How a window stands. */
export interface RateLimitWindow {
  readonly hits: number;
  /** Until it ends, in milliseconds. */
  readonly endsInMs: number;
}

export interface RateLimitCount {
  /** Nothing was counted, since there was not room for it under every limit. */
  readonly isRefused: boolean;
  /** In the order of the limits. */
  readonly windows: readonly RateLimitWindow[];
}

/** Counts requests. All windows are of one length. */
export abstract class RateLimitStorage {
  /**
   * Counts under all limits or, where one of them has no room, under none: in one step, whoever else counts.
   * @param hits how many, 1 or more
   */
  abstract count(limits: readonly RateLimit[], hits: number): Promise<RateLimitCount>;

  /** Takes back one hit that was counted, if its window has not ended. */
  abstract giveBack(limit: RateLimit): Promise<void>;
}
