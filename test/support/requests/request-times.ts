import { pause } from '../programs/program.js';

/** Sends a request at fixed times, whether the ones before have been answered or not, until it is told to stop. */
export class RequestTimes {
  private readonly milliseconds: number[] = [];
  private readonly sent: Promise<void>[] = [];
  private readonly sending: Promise<void>;
  private isOver = false;

  /** @param send the nth request; it ends with its answer */
  constructor(
    private readonly send: (n: number) => Promise<unknown>,
    private readonly everyMs: number,
  ) {
    this.sending = this.run();
  }

  /** @returns the times of all answers in milliseconds, from when the request was due */
  async stop(): Promise<number[]> {
    this.isOver = true;
    await this.sending;
    await Promise.all(this.sent);
    return this.milliseconds;
  }

  private async run(): Promise<void> {
    for (let n = 0, due = performance.now(); !this.isOver; n += 1, due += this.everyMs) {
      if (due > performance.now()) await pause(due - performance.now());
      this.sent.push(this.time(n, due));
    }
  }

  private async time(n: number, due: number): Promise<void> {
    await this.send(n);
    this.milliseconds.push(performance.now() - due);
  }
}

/** @param share 0 to 1 */
export const percentile = (numbers: readonly number[], share: number): number =>
  numbers.toSorted((one, other) => one - other)[
    Math.min(numbers.length - 1, Math.floor(numbers.length * share))
  ] ?? NaN;
