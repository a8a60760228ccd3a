import { AsyncLocalStorage } from 'node:async_hooks';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { withConnection, type GatheringClient } from './gathering-client.js';
import { prepared } from './prepared-statements.js';
import type { Answer, Statement } from './statement.js';

/** The transaction that the running code belongs to. */
export const currentTransaction = new AsyncLocalStorage<Transaction>();

/** Work that need not wait for the answer of its last statement; wrapped, because a promise of a promise is waited for. */
export type Work<Result> = () => Promise<{ readonly answer: Result | Promise<Result> }>;

type Begin = 'BEGIN' | 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

const commit = prepared('COMMIT');
const rollback = prepared('ROLLBACK');
const nothing = (): void => undefined;

interface Committed<Result> {
  readonly result: Result;
  readonly afterCommit: readonly (() => void)[];
}

/**
 * Statements go out at once and are done in the order of their calls, whether their answers are waited for or not:
 * those that follow each other without waiting cost one round trip together.
 */
export class Transaction {
  readonly afterCommit: (() => void)[] = [];
  private runner: QueryRunner | undefined;
  private firstFailure: unknown;
  private isClosed = false;

  private constructor(
    private readonly source: DataSource,
    private readonly client: GatheringClient,
  ) {}

  /** Commits when the work is done, and undoes everything when it throws. */
  static run<Result>(source: DataSource, begin: Begin, work: Work<Result>): Promise<Committed<Result>> {
    return withConnection(source, (client) => {
      const transaction = new Transaction(source, client);
      return currentTransaction.run(transaction, () => transaction.complete(begin, work));
    });
  }

  /** For writes through entities. */
  get manager(): EntityManager {
    // TypeORM would open a transaction of its own where it saves several rows.
    this.runner ??= Object.assign(this.source.createQueryRunner(), {
      databaseConnection: this.client,
      isTransactionActive: true,
    });
    return this.runner.manager;
  }

  answer(statement: Statement): Promise<Answer> {
    return new Promise((onAnswer, onFault) => this.ask(statement, onAnswer, onFault));
  }

  /** For what nobody waits for: should the statement fail, nothing is committed, and its error is that of the work. */
  send(statement: Statement): void {
    this.ask(statement, nothing, nothing);
  }

  private ask(
    statement: Statement,
    onAnswer: (answer: Answer) => void,
    tellFault: (fault: Error) => void,
  ): void {
    if (this.isClosed) throw new Error(`A statement comes too late for its transaction: ${statement.text}`);
    const onFault = (fault: Error): void => {
      this.firstFailure ??= fault;
      tellFault(fault);
    };
    this.client.send(statement, { onAnswer, onFault });
  }

  private async complete<Result>(begin: Begin, work: Work<Result>): Promise<Committed<Result>> {
    this.send({ text: prepared(begin) });
    try {
      const { answer } = await work();
      const end = this.answer({ text: commit });
      this.isClosed = true;
      const [result, { command }] = await Promise.all([answer, end]);
      // PostgreSQL answers so to the COMMIT of what failed.
      if (command !== 'COMMIT') throw new Error(`The transaction ended with ${command}.`);
      return { result, afterCommit: this.afterCommit };
    } catch (error) {
      this.isClosed = true;
      await this.client.answer({ text: rollback }).catch(() => undefined);
      // What comes after a failed statement is a consequence of it.
      throw this.firstFailure ?? error;
    } finally {
      if (this.runner) await this.runner.release();
    }
  }
}
