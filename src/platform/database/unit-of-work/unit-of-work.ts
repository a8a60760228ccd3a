import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Parts } from './parts.js';
import { withRetries } from './retry.js';
import { currentTransaction, Transaction } from './transaction.js';

/** One write use case = one run = one transaction. */
@Injectable()
export class UnitOfWork {
  private readonly logger = new Logger(UnitOfWork.name);
  private readonly parts = new Parts();

  constructor(private readonly source: DataSource) {}

  get isRunning(): boolean {
    return currentTransaction.getStore() !== undefined;
  }

  /** Whether the running unit is done again, since another transaction came first. */
  get isRepeated(): boolean {
    return currentTransaction.getStore()?.isRepeated === true;
  }

  /**
   * Joins a running unit. Retries deadlocks, so `work` must change nothing but the database.
   * @throws what `work` throws; for violated constraints the declared refusals
   */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (currentTransaction.getStore()) return work();
    const { result, afterCommit } = await withRetries((isRepeated) =>
      Transaction.run(this.source, 'BEGIN', work, isRepeated),
    );
    for (const listener of afterCommit) this.call(listener);
    return result;
  }

  /**
   * A part of the running unit: at its end its statements are answered and its deferred constraints checked.
   * @param isUndone whether it alone is rolled back when `work` throws
   */
  part<Result>(work: () => Promise<Result>, isUndone: boolean): Promise<Result> {
    const transaction = currentTransaction.getStore();
    if (!transaction) throw new Error('part() needs a unit of work.');
    const whole = (): Promise<Result> => this.parts.run(transaction, work);
    return isUndone ? transaction.nested(whole) : whole();
  }

  /** Outside a unit of work it is called at once. Its failure is logged. */
  afterCommit(listener: () => void): void {
    const transaction = currentTransaction.getStore();
    if (transaction) transaction.afterCommit(listener);
    else this.call(listener);
  }

  private call(listener: () => void): void {
    try {
      listener();
    } catch (error) {
      // The work is committed: a listener's failure must not look like a failure of the work.
      this.logger.error({ err: error }, 'A listener failed after the commit');
    }
  }
}
