export type RequestBody = Record<string, unknown> | unknown[];

export interface Operation {
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  readonly body: RequestBody;
}

interface Waiting {
  readonly operation: Operation;
  readonly done: (body: unknown) => void;
  readonly failed: (error: Error) => void;
}

interface BatchOptions {
  readonly operationsAtATime: number;
  /** @returns what was answered to each @throws when one is refused */
  readonly sendBatch: (operations: readonly Operation[]) => Promise<unknown[]>;
  readonly onStep?: (step: string) => void;
  /** How many operations were done. */
  readonly onDone: (count: number) => void;
}

/** What is sent at the same moment goes as batches, one after the other. */
export class Batches {
  private waiting: Waiting[] = [];
  private isSending = false;
  private failure: Error | undefined;

  constructor(private readonly options: BatchOptions) {}

  /** @throws what the first failure was: nothing is sent after it */
  send(method: Operation['method'], path: string, body: RequestBody): Promise<unknown> {
    return new Promise((done, failed) => {
      if (this.failure) return failed(this.failure);
      this.waiting.push({ operation: { method, path, body }, done, failed });
      if (!this.isSending) void this.sendAll();
    });
  }

  /** Those of one step, of which none needs another. After a failure no further item begins, and it is thrown. */
  async each<T>(step: string, items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
    const { operationsAtATime, onStep } = this.options;
    onStep?.(step);
    for (let start = 0; start < items.length; start += operationsAtATime) {
      await Promise.all(items.slice(start, start + operationsAtATime).map(work));
    }
  }

  private async sendAll(): Promise<void> {
    this.isSending = true;
    // Whoever has got an answer says what comes next before the next batch is closed.
    for (await nextTurn(); this.waiting.length > 0; await nextTurn()) {
      const group = this.waiting.splice(0, this.options.operationsAtATime);
      try {
        const bodies = await this.options.sendBatch(group.map(({ operation }) => operation));
        group.forEach(({ done }, index) => done(bodies[index]));
        this.options.onDone(group.length);
      } catch (error) {
        this.failure = error as Error;
        for (const { failed } of [...group, ...this.waiting.splice(0)]) failed(this.failure);
      }
    }
    this.isSending = false;
  }
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
