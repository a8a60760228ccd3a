import { barView, lineView } from '../../../src/import/report/progress.js';
import { writeDuration } from '../../../src/import/duration.js';

/** Shows how far something is that is done in steps: a bar for a person, a line for each step in a log. */
export class StepProgress {
  private readonly began = Date.now();
  private readonly view = process.stderr.isTTY
    ? barView()
    : lineView((line) => process.stderr.write(`${line}\n`), 'steps');
  private done = 0;

  constructor(private readonly doing: string) {}

  /** Begins the next step, of so many in all. */
  next(step: string, total: number): void {
    const { doing: counts, done } = this;
    const seconds = (Date.now() - this.began) / 1000;
    const left =
      done === 0 ? 'time left unknown' : `${writeDuration((seconds / done) * (total - done))} left`;
    this.view.show({ done, total, step, counts, left });
    this.done += 1;
  }

  end(): void {
    this.view.close();
  }
}
