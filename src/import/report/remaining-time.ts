interface Sample {
  readonly at: number;
  readonly rows: number;
  readonly sent: number;
}

// Two windows of the API's rate limit: shorter, and the pauses would make the estimate jump.
const windowMs = 120_000;
const recentRows = 100;

/**
 * Estimates the time left. Rows that need no request pass at once, so after a restart the pace of the rows
 * says nothing: what counts is how fast rows are sent, and how many of the last ones had to be.
 */
export class RemainingTime {
  private samples: Sample[];
  private rows = 0;
  private sent = 0;
  private readonly recent: boolean[] = [];

  constructor(
    private readonly total: number,
    private readonly now: () => number = Date.now,
  ) {
    this.samples = [{ at: now(), rows: 0, sent: 0 }];
  }

  row(wasSent: boolean): void {
    this.rows += 1;
    if (wasSent) this.sent += 1;
    this.recent.push(wasSent);
    if (this.recent.length > recentRows) this.recent.shift();
  }

  /** Undefined as long as nothing is known. */
  secondsLeft(): number | undefined {
    const at = this.now();
    const last = this.samples.at(-1);
    if (!last || at - last.at >= 1000) this.samples.push({ at, rows: this.rows, sent: this.sent });
    this.samples = this.samples.filter((sample, index) =>
      index === 0 ? at - (this.samples[1]?.at ?? at) < windowMs : true,
    );
    const first = this.samples[0];
    if (!first || this.rows === 0 || at === first.at) return undefined;
    const seconds = (at - first.at) / 1000;
    const left = this.total - this.rows;
    const share = this.recent.filter(Boolean).length / this.recent.length;
    const sentPerSecond = (this.sent - first.sent) / seconds;
    if (share > 0 && sentPerSecond > 0) return (left * share) / sentPerSecond;
    const rowsPerSecond = (this.rows - first.rows) / seconds;
    return rowsPerSecond > 0 ? left / rowsPerSecond : undefined;
  }
}

export function writeDuration(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes} min ${whole % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
