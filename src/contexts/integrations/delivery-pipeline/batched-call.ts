import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** Gathers the calls that come together, or while one is under way, into one: many cost little more than one. */
export class BatchedCall<Item, Result> {
  private waiting: Waiting<Item, Result>[] = [];
  private isRunning = false;

  /**
   * @param callAll answers in the order of the items
   * @param gapMs least time from the end of a call to the next one, for more to come together
   */
  constructor(
    private readonly callAll: (items: readonly Item[]) => Promise<readonly Result[]>,
    private readonly gapMs = 0,
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
      const batch = this.waiting;
      this.waiting = [];
      try {
        const results = await this.callAll(batch.map(({ item }) => item));
        batch.forEach(({ resolve }, index) => resolve(results[index] as Result));
      } catch (error) {
        batch.forEach(({ reject }) => reject(error));
      }
      await pause(this.gapMs);
    }
    this.isRunning = false;
  }
}
