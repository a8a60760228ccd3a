import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isRetryable, translateDatabaseError } from '../constraint-errors.js';
import { withUnknownOutcome } from '../pool/availability-errors.js';
import { currentTransaction, Transaction, type Work } from './transaction.js';

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
  run<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.runAhead(async () => ({ answer: await work() }));
  }

  /** As `run`, for work that ends with a statement whose answer is the result: it travels together with the commit. */
  async runAhead<Result>(work: Work<Result>): Promise<Result> {
    if (currentTransaction.getStore()) return (await work()).answer;
    const { result, afterCommit } = await this.untilDone(() => Transaction.run(this.source, 'BEGIN', work));
    for (const listener of afterCommit) this.tell(listener);
    return result;
  }

  /** As `run`, for work that is one statement, which PostgreSQL commits by itself: one round trip. */
  runStatement<Result>(work: () => Promise<Result>): Promise<Result> {
    if (currentTransaction.getStore()) return work();
    return this.untilDone(work).catch((error: unknown) => {
      throw withUnknownOutcome(error);
    });
  }

  /** For what must not happen unless the work is committed; outside a unit of work it happens at once. Its failure is logged. */
  afterCommit(listener: () => void): void {
    const transaction = currentTransaction.getStore();
    if (transaction) transaction.afterCommit(listener);
    else this.tell(listener);
  }

  private async untilDone<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        if (attempt === ATTEMPTS || !isRetryable(error)) throw translateDatabaseError(error);
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
      }
    }
  }

  private tell(listener: () => void): void {
    try {
      listener();
    } catch (error) {
      // The work is committed: a listener's failure must not look like a failure of the work.
      this.logger.error({ err: error }, 'A listener failed after the commit');
    }
  }
}
