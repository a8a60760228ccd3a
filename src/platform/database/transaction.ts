import { AsyncLocalStorage } from 'node:async_hooks';
import type { PoolClient, QueryResult } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { answerOf, type Answer, type Statement } from './statement.js';

/** The transaction that the running code belongs to. */
export const currentTransaction = new AsyncLocalStorage<Transaction>();

/** Work that need not wait for the answer of its last statement; wrapped, because a promise of a promise is waited for. */
export type Work<Result> = () => Promise<{ readonly answer: Result | Promise<Result> }>;

type Begin = 'BEGIN' | 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

/**
 * Statements go out at once and are done in the order of their calls, whether their answers are waited for or not:
 * those that follow each other without waiting cost one round trip together.
 */
export class Transaction {
  readonly afterCommit: (() => void)[] = [];
  private readonly answers: Promise<unknown>[] = [];
  private isClosed = false;

  private constructor(
    private readonly client: PoolClient,
    /** For writes through entities. */
    readonly manager: EntityManager,
  ) {}

  /** Commits when the work is done, and undoes everything when it throws. */
  static async run<Result>(
    source: DataSource,
    begin: Begin,
    work: Work<Result>,
  ): Promise<{ result: Result; afterCommit: readonly (() => void)[] }> {
    const runner = source.createQueryRunner();
    try {
      const client = (await runner.connect()) as PoolClient;
      // TypeORM would open a transaction of its own where it saves several rows.
      const { manager } = Object.assign(runner, { isTransactionActive: true });
      const transaction = new Transaction(client, manager);
      const result = await currentTransaction.run(transaction, () => transaction.complete(begin, work));
      return { result, afterCommit: transaction.afterCommit };
    } finally {
      await runner.release();
    }
  }

  /** Nobody has to wait for the answer: should the statement fail, nothing is committed, and its error is that of the work. */
  answer<Expected extends Answer = QueryResult>(statement: Statement): Promise<Expected> {
    if (this.isClosed) throw new Error(`A statement comes too late for its transaction: ${statement.text}`);
    return this.awaited(answerOf<Expected>(this.client, statement));
  }

  private awaited<Expected>(answer: Promise<Expected>): Promise<Expected> {
    // Its failure is thrown at the end; until then it must not count as unhandled.
    answer.catch(() => undefined);
    this.answers.push(answer);
    return answer;
  }

  private async complete<Result>(begin: Begin, work: Work<Result>): Promise<Result> {
    void this.awaited(this.client.query(begin));
    try {
      const { answer } = await work();
      const commit = this.awaited(this.client.query('COMMIT'));
      this.isClosed = true;
      const [result, { command }] = await Promise.all([answer, commit, ...this.answers]);
      // PostgreSQL answers so to the COMMIT of what failed.
      if (command !== 'COMMIT') throw new Error(`The transaction ended with ${command}.`);
      return result;
    } catch (error) {
      this.isClosed = true;
      await this.client.query('ROLLBACK').catch(() => undefined);
      // What comes after a failed statement is a consequence of it.
      throw (await this.firstFailure()) ?? error;
    }
  }

  private async firstFailure(): Promise<unknown> {
    const answers = await Promise.allSettled(this.answers);
    return answers.find((answer) => answer.status === 'rejected')?.reason;
  }
}
