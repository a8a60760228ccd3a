import type { ProgressView } from '../import/report/progress.js';
import { writeDuration } from '../import/duration.js';
import { RemainingTime } from '../import/report/remaining-time.js';

export class SeedProgress {
  private readonly remaining: RemainingTime;
  private readonly timer: NodeJS.Timeout;
  private done = 0;
  private step = '';

  constructor(
    private readonly total: number,
    private readonly view: ProgressView,
  ) {
    this.remaining = new RemainingTime(total);
    this.timer = setInterval(() => this.show(), view.everyMs).unref();
  }

  begin(step: string): void {
    this.step = step;
  }

  advance(count: number): void {
    this.done += count;
    for (let row = 0; row < count; row += 1) this.remaining.row(true);
  }

  end(): void {
    clearInterval(this.timer);
    this.show();
    this.view.close();
  }

  private show(): void {
    const seconds = this.remaining.secondsLeft();
    this.view.show({
      done: this.done,
      total: this.total,
      step: this.step,
      counts: `${this.done} sent`,
      left: seconds === undefined ? 'time left unknown' : `${writeDuration(seconds)} left`,
    });
  }
}
