import { isInFailedTransaction, isRetryable } from '../constraint-errors.js';
import { prepared } from '../protocol/prepared-statements.js';
import type { Transaction } from './transaction.js';

const findDeferrable = prepared('SELECT 1 AS found FROM pg_constraint WHERE condeferrable LIMIT 1');
const check = prepared('SET CONSTRAINTS ALL IMMEDIATE');
const defer = prepared('SET CONSTRAINTS ALL DEFERRED');

export class Parts {
  private hasDeferrable: boolean | undefined;

  /** A failure belongs to the part whose statement it is. @throws what `work` throws, or the cause of that */
  async run<Result>(transaction: Transaction, work: () => Promise<Result>): Promise<Result> {
    try {
      const result = await work();
      await this.checkConstraints(transaction);
      await transaction.answered();
      if (transaction.failure) throw transaction.failure as Error;
      return result;
    } catch (error) {
      await transaction.answered();
      const { failure } = transaction;
      throw failure && (isRetryable(failure) || isInFailedTransaction(error)) ? (failure as Error) : error;
    }
  }

  private async checkConstraints(transaction: Transaction): Promise<void> {
    this.hasDeferrable ??= (await transaction.execute({ text: findDeferrable })).records().length > 0;
    if (!this.hasDeferrable) return;
    await Promise.all([check, defer].map((text) => transaction.execute({ text })));
  }
}
