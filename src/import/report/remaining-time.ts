import type { RateLimit } from '../api/rate-limit.js';
import { ActiveTime } from './active-time.js';
import { WindowShare } from './window-share.js';

interface Sample {
  readonly at: number;
  readonly rows: number;
  readonly sent: number;
}

const paceOverMs = 30_000;
const recentRows = 100;

/** By the recent pace of sent rows, their share of all rows, and the rate limit: unchanged rows send nothing. */
export class RemainingTime {
  private samples: Sample[] = [{ at: 0, rows: 0, sent: 0 }];
  private rows = 0;
  private sent = 0;
  private requests = 0;
  private readonly recent: boolean[] = [];
  private readonly active: ActiveTime;
  private readonly share = new WindowShare();

  constructor(
    private readonly total: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.active = new ActiveTime(now);
  }

  row(wasSent: boolean): void {
    this.rows += 1;
    if (wasSent) this.sent += 1;
    this.recent.push(wasSent);
    if (this.recent.length > recentRows) this.recent.shift();
  }

  /** Of rows; lists are requests too, which the measured window shows. */
  request(): void {
    this.requests += 1;
  }

  limited(limit: RateLimit): void {
    this.share.note(limit, this.sent, this.rowsPerRequest);
  }

  /** No requests for so many milliseconds. */
  paused(ms: number): void {
    this.active.pause(ms);
  }

  /** Undefined before there is data. */
  secondsLeft(): number | undefined {
    const first = this.takeSample();
    const activeMs = this.active.elapsed - first.at;
    if (this.rows === 0 || activeMs === 0) return undefined;
    const left = this.total - this.rows;
    const share = this.recent.filter(Boolean).length / this.recent.length;
    const sentPerMs = (this.sent - first.sent) / activeMs;
    if (share > 0 && sentPerMs > 0) return this.msToSend(left * share, sentPerMs) / 1000;
    const rowsPerMs = (this.rows - first.rows) / activeMs;
    return rowsPerMs > 0 ? left / rowsPerMs / 1000 : undefined;
  }

  private msToSend(rows: number, perMs: number): number {
    const unlimited = this.active.pauseLeft + rows / perMs;
    const { perWindow, windowMs, remaining, resetsAt } = this.share;
    if (perMs * windowMs <= perWindow) return unlimited;
    const untilReset = Math.max(resetsAt - this.now(), 0);
    const now = untilReset > 0 ? remaining : 0;
    if (rows <= now) return unlimited;
    const windows = Math.ceil((rows - now) / perWindow) - 1;
    return untilReset + windows * windowMs + (rows - now - windows * perWindow) / perMs;
  }

  private get rowsPerRequest(): number {
    return this.requests === 0 ? 1 : Math.max(this.sent / this.requests, 1);
  }

  private takeSample(): Sample {
    const at = this.active.elapsed;
    const newest = this.samples.at(-1);
    if (!newest || at - newest.at >= 250) this.samples.push({ at, rows: this.rows, sent: this.sent });
    while (this.samples.length > 2 && at - (this.samples[1]?.at ?? at) > paceOverMs) this.samples.shift();
    return this.samples[0] ?? { at: 0, rows: 0, sent: 0 };
  }
}
