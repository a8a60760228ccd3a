import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { foreignPosition, keysetStatement } from './keyset-query.js';
import { narrowed, pageStatement, type PageQuery } from './page-query.js';
import { withConnection } from './pool/with-connection.js';
import type { Page } from './protocol/rows/page.js';
import type { Statement, StatementResult } from './protocol/statement.js';
import { withRetries } from './unit-of-work/retry.js';
import { currentTransaction, Transaction } from './unit-of-work/transaction.js';

/** In a unit of work statements join its transaction; `Promise.all` makes one round trip of them. */
@Injectable()
export class Database {
  constructor(private readonly source: DataSource) {}

  get manager(): EntityManager {
    return this.source.manager;
  }

  /** Runs reads on one snapshot, so that their results fit together; in a unit of work it joins that. */
  async snapshot<Result>(work: () => Promise<Result>): Promise<Result> {
    if (currentTransaction.getStore()) return work();
    const begin = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';
    return (await Transaction.run(this.source, begin, work)).result;
  }

  rows<Row>(statement: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return this.execute({ text: statement, parameters }).then((result) => result.records<Row>());
  }

  first<Row>(statement: string, parameters: readonly unknown[] = []): Promise<Row | null> {
    return this.rows<Row>(statement, parameters).then(([row]) => row ?? null);
  }

  /** Sends a SELECT of `set_config(..., true)` and a statement as one transaction. @throws declared refusals */
  async batch<Row>(settings: string, statement: string, parameters: readonly unknown[]): Promise<Row[]> {
    if (currentTransaction.getStore()) throw new Error('A batch is a transaction of its own.');
    const statements = [{ text: settings }, { text: statement, parameters }];
    const [, result] = await withRetries(() =>
      withConnection(this.source, (client) => client.executeTogether(statements), 'unknown'),
    );
    return (result as StatementResult).records<Row>();
  }

  /** One page of a list in one round trip: by number with the total of all pages, or behind a position. */
  async page<Row>(query: PageQuery): Promise<Page<Row>> {
    const { page } = query;
    const text = (page.behind ? keysetStatement : pageStatement)(narrowed(query));
    const { parameters } = query.conditions;
    const result = await (page.behind
      ? this.execute({ text, parameters }).catch(refuseForeignPosition)
      : this.execute({ text, parameters }));
    return result.page<Row>({ size: page.pageSize, separator: page.hasLines ? '\n' : ',' });
  }

  private execute(statement: Statement): Promise<StatementResult> {
    const transaction = currentTransaction.getStore();
    if (transaction) return transaction.execute(statement);
    return withConnection(this.source, (client) => client.execute(statement));
  }
}

// Values that are not of the type of their column: invalid text, datetime, numeric range.
const foreignValues: ReadonlySet<unknown> = new Set(['22P02', '22007', '22008', '22003']);

function refuseForeignPosition(error: unknown): never {
  const { code } = (error as { driverError?: { code?: unknown } }).driverError ?? {};
  if (foreignValues.has(code)) throw foreignPosition();
  throw error;
}
