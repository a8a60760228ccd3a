import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isRetryable, translateDatabaseError } from './constraint-errors.js';
import { currentTransaction } from './database.js';

const ATTEMPTS = 5;

/** One write use case = one run = one transaction. */
@Injectable()
export class UnitOfWork {
  private readonly logger = new Logger(UnitOfWork.name);

  constructor(private readonly source: DataSource) {}

  /**
   * Runs `work` in a transaction; a run inside a run joins it. Deadlocks and serialization failures are tried
   * again from the start, so `work` must not change anything but the database.
   * @throws what `work` throws, violated constraints as the refusal declared for them
   */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (currentTransaction.getStore()) return work();
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.once(work);
      } catch (error) {
        if (attempt === ATTEMPTS || !isRetryable(error)) throw translateDatabaseError(error);
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
      }
    }
  }

  /** For what must not happen unless the work is committed; it must not fail, and outside a unit of work it happens at once. */
  afterCommit(listener: () => void): void {
    const transaction = currentTransaction.getStore();
    if (transaction) transaction.afterCommit.push(listener);
    else listener();
  }

  private async once<Result>(work: () => Promise<Result>): Promise<Result> {
    const afterCommit: (() => void)[] = [];
    const result = await this.source.transaction((manager) =>
      currentTransaction.run({ manager, afterCommit }, work),
    );
    for (const listener of afterCommit) {
      try {
        listener();
      } catch (error) {
        // The work is committed: a listener's failure must not look like a failure of the work.
        this.logger.error(error);
      }
    }
    return result;
  }
}
