/** Milliseconds without pauses. */
export class ActiveTime {
  private readonly begunAt: number;
  private pausedUntil = 0;
  private pausedMs = 0;

  constructor(private readonly now: () => number) {
    this.begunAt = now();
  }

  /** Overlapping pauses count once. */
  pause(ms: number): void {
    const from = Math.max(this.now(), this.pausedUntil);
    const until = Math.max(this.now() + ms, this.pausedUntil);
    this.pausedMs += until - from;
    this.pausedUntil = until;
  }

  get pauseLeft(): number {
    return Math.max(this.pausedUntil - this.now(), 0);
  }

  get elapsed(): number {
    return this.now() - this.begunAt - this.pausedMs + this.pauseLeft;
  }
}
