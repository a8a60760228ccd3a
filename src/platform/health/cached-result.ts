import { within } from '../background/index.js';

/** For figures that are shown beside what matters, and wait for a connection like everybody else. */
export const FIGURES_WITHIN_MS = 1000;
const FRESH_MS = 1000;
const FRESH_FAILURE_MS = 200;
const PATIENCE_MS = 2000;
const GIVE_UP_MS = 10_000;

/** Caches a result for a second. Callers share one query, repeated once it settles or after ten seconds. */
export class CachedResult<Result> {
  private cached: { readonly value: Result | null; readonly at: number } | undefined;
  private pending: { readonly promise: Promise<Result | null>; readonly at: number } | undefined;

  constructor(
    private readonly read: () => Promise<Result>,
    private readonly patienceMs = PATIENCE_MS,
  ) {}

  /** null: no result in time. */
  async get(): Promise<Result | null> {
    const now = performance.now();
    if (this.cached && now - this.cached.at < freshMsOf(this.cached.value)) return this.cached.value;
    if (!this.pending || now - this.pending.at >= GIVE_UP_MS) this.start();
    const { promise, at } = this.pending ?? { promise: Promise.resolve(null), at: now };
    return within(Math.max(0, at + this.patienceMs - now), promise).catch(() => null);
  }

  private start(): void {
    const pending = { promise: this.read().catch(() => null), at: performance.now() };
    this.pending = pending;
    void pending.promise.then((value) => {
      if (this.pending !== pending) return;
      this.pending = undefined;
      this.cached = { value, at: performance.now() };
    });
  }
}

const freshMsOf = (value: unknown): number => (value === null ? FRESH_FAILURE_MS : FRESH_MS);
