import type { RateLimit } from '../api/rate-limit.js';

// The API rounds seconds up.
const sameWindowMs = 2000;

/** Rows per rate limit window, as the last full one shows: a request may hold many, and a row may need several. */
export class WindowShare {
  private limit: RateLimit | undefined;
  private rowsPerRequest = 1;
  private sentBefore: number | undefined;
  private measured: number | undefined;

  note(limit: RateLimit, sent: number, rowsPerRequest: number): void {
    this.rowsPerRequest = rowsPerRequest;
    const last = this.limit;
    if (last && Math.abs(limit.resetsAt - last.resetsAt) < Math.min(sameWindowMs, limit.windowMs / 2)) {
      this.limit = { ...limit, remaining: Math.min(limit.remaining, last.remaining) };
      return;
    }
    const taken = this.sentBefore === undefined ? 0 : sent - this.sentBefore;
    this.measured =
      last?.remaining === 0 && taken > 0 ? Math.min(taken, limit.quota * rowsPerRequest) : undefined;
    // A window that others began says nothing.
    this.sentBefore = last || limit.remaining === limit.quota - 1 ? sent : undefined;
    this.limit = limit;
  }

  get perWindow(): number {
    return this.measured ?? (this.limit?.quota ?? Infinity) * this.rowsPerRequest;
  }

  get windowMs(): number {
    return this.limit?.windowMs ?? 0;
  }

  get resetsAt(): number {
    return this.limit?.resetsAt ?? 0;
  }

  get remaining(): number {
    return (this.limit?.remaining ?? 0) * this.rowsPerRequest;
  }
}
