import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export interface BatchLimits {
  readonly maxItems: number;
  readonly gapMs: number;
}

/** Batches simultaneous calls: many cost little more than one. */
export class BatchedCall<Item, Result> {
  private readonly waiting: Waiting<Item, Result>[] = [];
  private isRunning = false;

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
      const { maxItems, gapMs } = this.limits();
      const batch = this.waiting.splice(0, maxItems);
      try {
        const results = await this.callAll(batch.map(({ item }) => item));
        batch.forEach(({ resolve }, index) => resolve(results[index] as Result));
      } catch (error) {
        batch.forEach(({ reject }) => reject(error));
      }
      if (this.waiting.length < maxItems) await pause(gapMs);
    }
    this.isRunning = false;
  }
}
