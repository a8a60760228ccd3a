import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export interface BatchLimits {
  /** Items of one call: what is longer makes requests wait for a processor. */
  readonly most: number;
  /** From the end of a call to the next one, for as many to come together. */
  readonly gapMs: number;
}

/** Gathers the calls that come together, or while one is under way, into one: many cost little more than one. */
export class BatchedCall<Item, Result> {
  private readonly waiting: Waiting<Item, Result>[] = [];
  private isRunning = false;

  /** @param callAll answers in the order of the items @param limits asked before each call */
  constructor(
    private readonly callAll: (items: readonly Item[]) => Promise<readonly Result[]>,
    private readonly limits: () => BatchLimits,
  ) {}

  call(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (!this.isRunning) void this.run();
    });
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    while (this.waiting.length > 0) {
      await turn();
      const { most, gapMs } = this.limits();
      const batch = this.waiting.splice(0, most);
      try {
        const results = await this.callAll(batch.map(({ item }) => item));
        batch.forEach(({ resolve }, index) => resolve(results[index] as Result));
      } catch (error) {
        batch.forEach(({ reject }) => reject(error));
      }
      if (this.waiting.length < most) await pause(gapMs);
    }
    this.isRunning = false;
  }
}
