import { SingleBar } from 'cli-progress';
import type { RateLimit } from '../api/rate-limit.js';
import type { RequestEvents } from '../api/request-gate.js';
import { writeDuration } from '../duration.js';
import { RemainingTime } from './remaining-time.js';
import type { Tally } from './tally.js';

export interface ProgressView {
  readonly everyMs: number;
  show(state: ProgressState): void;
  say(line: string): void;
  close(): void;
}

export interface ProgressState {
  readonly done: number;
  readonly total: number;
  readonly step: string;
  readonly counts: string;
  readonly left: string;
}

export class Progress implements RequestEvents {
  private remaining = new RemainingTime(0);
  private total = 0;
  private pausedUntil = 0;
  private pausedBecause = '';
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly tally: Tally,
    private readonly view: ProgressView,
  ) {}

  begin(total: number): void {
    this.total = total;
    this.remaining = new RemainingTime(total);
    this.timer = setInterval(() => this.view.show(this.state()), this.view.everyMs);
    this.timer.unref();
  }

  row(wasSent: boolean): void {
    this.remaining.row(wasSent);
  }

  /** Rows went together in one. */
  request(): void {
    this.remaining.request();
  }

  limited(limit: RateLimit): void {
    this.remaining.limited(limit);
  }

  paused(ms: number, why: string): void {
    this.remaining.paused(ms);
    this.pausedUntil = Math.max(this.pausedUntil, performance.now() + ms);
    this.pausedBecause = why;
  }

  said(line: string): void {
    this.view.say(line);
  }

  end(): void {
    if (!this.timer) return;
    clearInterval(this.timer);
    this.view.show(this.state());
    this.view.close();
  }

  private state(): ProgressState {
    const { read, created, updated, unchanged, refused } = this.tally.totals;
    const seconds = this.remaining.secondsLeft();
    const left = seconds === undefined ? 'time left unknown' : `${writeDuration(seconds)} left`;
    const pause = this.pausedUntil - performance.now();
    return {
      done: read,
      total: this.total,
      step: this.tally.currentStep || 'reading',
      counts: `${created} created, ${updated} updated, ${unchanged} unchanged, ${refused} refused`,
      left: pause > 0 ? `${left}, ${this.pausedBecause}: waiting ${writeDuration(pause / 1000)}` : left,
    };
  }
}

/** For terminals, on stderr so that the summary can be piped. */
export function barView(): ProgressView {
  const bar = new SingleBar({
    format: '{bar} {percentage}% | {value}/{total} {step} | {counts} | {left}',
    hideCursor: true,
    barsize: 20,
    stream: process.stderr,
  });
  return {
    everyMs: 250,
    show: ({ done, total, ...rest }) => {
      if (bar.isActive) bar.update(done, rest);
      else bar.start(total, done, rest);
    },
    // Above the bar, which is redrawn below.
    say: (line) => process.stderr.write(`\r\x1b[K${line}\n`),
    close: () => bar.stop(),
  };
}

/** For logs. */
export function lineView(write: (line: string) => void, unit = 'rows', everyMs = 5000): ProgressView {
  return {
    everyMs,
    show: ({ done, total, step, counts, left }) =>
      write(`${step}: ${done}/${total} ${unit}, ${counts}, ${left}`),
    say: write,
    close: () => undefined,
  };
}

export const silentView: ProgressView = {
  everyMs: 60_000,
  show: () => undefined,
  say: () => undefined,
  close: () => undefined,
};
