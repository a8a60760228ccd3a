import { AsyncLocalStorage } from 'node:async_hooks';
import type { PoolClient, QueryResult, QueryResultRow } from 'pg';
import { QueryFailedError, type DataSource, type EntityManager } from 'typeorm';
import { preparedName } from './prepared-statements.js';

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

  async rows<Row>(text: string, parameters: readonly unknown[]): Promise<Row[]> {
    return (await this.query<Row & QueryResultRow>(text, parameters)).rows;
  }

  /** Sends a statement whose answer nobody needs. Should it fail, nothing is committed, and its error is that of the work. */
  send(text: string, parameters: readonly unknown[] = []): void {
    this.query(text, parameters).catch(() => undefined);
  }

  private async complete<Result>(begin: Begin, work: Work<Result>): Promise<Result> {
    this.send(begin);
    try {
      const { answer } = await work();
      const commit = this.query('COMMIT', []);
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

  private query<Row extends QueryResultRow>(
    text: string,
    parameters: readonly unknown[],
  ): Promise<QueryResult<Row>> {
    if (this.isClosed) throw new Error(`A statement came too late for its transaction: ${text}`);
    const answer = this.ask<Row>(text, [...parameters]);
    this.answers.push(answer);
    return answer;
  }

  private async ask<Row extends QueryResultRow>(text: string, values: unknown[]): Promise<QueryResult<Row>> {
    const name = preparedName(text);
    try {
      return await this.client.query<Row>({ text, values, ...(name !== undefined && { name }) });
    } catch (error) {
      throw new QueryFailedError(text, values, error as Error);
    }
  }

  private async firstFailure(): Promise<unknown> {
    const answers = await Promise.allSettled(this.answers);
    return answers.find((answer) => answer.status === 'rejected')?.reason;
  }
}
