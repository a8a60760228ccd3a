import { barView, silentView } from '../import/report/progress.js';
import { writeDuration } from '../import/duration.js';

const MEGABYTE = 1_000_000;

export class ByteProgress {
  private readonly view = process.stderr.isTTY ? barView() : silentView;
  private readonly timer = setInterval(() => this.show(), this.view.everyMs).unref();
  private readonly began = Date.now();
  private done = 0;
  private step = '';

  constructor(private readonly total: number) {}

  begin(step: string): void {
    this.step = step;
  }

  advance(bytes: number): void {
    this.done += bytes;
  }

  end(): void {
    clearInterval(this.timer);
    this.view.close();
  }

  private show(): void {
    const seconds = (Date.now() - this.began) / 1000;
    const left = this.done > 0 ? (seconds / this.done) * Math.max(0, this.total - this.done) : undefined;
    this.view.show({
      done: Math.round(this.done / MEGABYTE),
      total: Math.max(1, Math.round(Math.max(this.total, this.done) / MEGABYTE)),
      step: `MB ${this.step}`.trim(),
      counts: `${(this.done / MEGABYTE / seconds).toFixed(1)} MB/s`,
      left: left === undefined ? 'time left unknown' : `${writeDuration(left)} left`,
    });
  }
}
