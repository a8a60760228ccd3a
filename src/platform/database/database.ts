import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { withConnection } from './gathering-client.js';
import { pageStatement, type PageQuery } from './page-query.js';
import { Page } from './sent-rows/page.js';
import type { Answer, Statement } from './statement.js';
import { currentTransaction, Transaction, type Work } from './unit-of-work/transaction.js';

/**
 * Where repositories ask. Inside a unit of work every statement joins its transaction. Statements that are asked for
 * at once travel together: `Promise.all` makes one round trip of them.
 */
@Injectable()
export class Database {
  constructor(private readonly source: DataSource) {}

  /** For writes through entities. */
  get manager(): EntityManager {
    return this.source.manager;
  }

  /**
   * Runs `work` on the data of one moment, so that what several statements read fits together. It only reads; inside of
   * a unit of work it joins that, which sees its own changes.
   */
  snapshot<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.snapshotAhead(async () => ({ answer: await work() }));
  }

  /** As `snapshot`, for work that need not wait for its last statements: they travel together with the end. */
  async snapshotAhead<Result>(work: Work<Result>): Promise<Result> {
    if (currentTransaction.getStore()) return (await work()).answer;
    const begin = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';
    return (await Transaction.run(this.source, begin, work)).result;
  }

  /** The rows of one statement, as they go out (see wire-values). */
  rows<Row>(statement: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return this.answer({ text: statement, parameters }).then((answer) => recordsOf<Row>(answer));
  }

  first<Row>(statement: string, parameters: readonly unknown[] = []): Promise<Row | null> {
    return this.rows<Row>(statement, parameters).then(([row]) => row ?? null);
  }

  /**
   * Settings and one statement that they hold for, without a BEGIN: they travel in one packet, at whose end PostgreSQL
   * commits. Inside of a unit of work they would hold for the rest of it, so it is refused there.
   * @param settings a SELECT of `set_config(..., true)`
   */
  batch<Row>(settings: string, statement: string, parameters: readonly unknown[]): Promise<Row[]> {
    if (currentTransaction.getStore()) throw new Error('A batch is a transaction of its own.');
    return withConnection(this.source, async (client) => {
      const [, answer] = await Promise.all([
        client.answer({ text: settings }),
        client.answer({ text: statement, parameters }),
      ]);
      return recordsOf<Row>(answer);
    });
  }

  /** One page of a list with the total of all pages, in one round trip. */
  async page<Row>(query: PageQuery): Promise<Page<Row>> {
    const text = pageStatement(query);
    return new Page<Row>(await this.answer({ text, parameters: query.conditions.parameters }));
  }

  private answer(statement: Statement): Promise<Answer> {
    const transaction = currentTransaction.getStore();
    if (transaction) return transaction.answer(statement);
    return withConnection(this.source, (client) => client.answer(statement));
  }
}

const recordsOf = <Row>({ shape, rows }: Answer): Row[] => rows.map((row) => shape.record(row) as Row);
