import { passwordsBusy } from './password.rules.js';

const AT_ONCE = 2;
const WAITING = 50;

/** Hashes take memory and a processor each: more at once would take both from the other requests. */
export class HashSlots {
  private readonly waiting: (() => void)[] = [];
  private taken = 0;

  /** @throws 503 `password.busy` when too many wait already */
  async run<Result>(hash: () => Promise<Result>): Promise<Result> {
    await this.take();
    try {
      return await hash();
    } finally {
      this.giveBack();
    }
  }

  private async take(): Promise<void> {
    if (this.taken < AT_ONCE) {
      this.taken += 1;
      return;
    }
    if (this.waiting.length >= WAITING) throw passwordsBusy(undefined);
    await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  private giveBack(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.taken -= 1;
  }
}
