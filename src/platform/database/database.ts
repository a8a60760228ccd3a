import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { pageStatement, type Page, type PageQuery } from './page-query.js';
import { currentTransaction, Transaction } from './transaction.js';

/** What a row of a page says about the list; without rows on the page there is one with the total alone. */
interface Framing {
  readonly total: number;
  readonly place: number | null;
}

/** Where repositories ask. Inside a unit of work every statement joins its transaction. */
@Injectable()
export class Database {
  constructor(private readonly source: DataSource) {}

  /** For writes through entities. */
  get manager(): EntityManager {
    return currentTransaction.getStore()?.manager ?? this.source.manager;
  }

  /**
   * Runs `work` on the data of one moment, so that what several statements read fits together. It only reads; inside of
   * a unit of work it joins that, which sees its own changes.
   */
  async snapshot<Result>(work: () => Promise<Result>): Promise<Result> {
    if (currentTransaction.getStore()) return work();
    const begin = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';
    return (await Transaction.run(this.source, begin, async () => ({ answer: await work() }))).result;
  }

  /** The rows of one statement, as they go out (see wire-values). */
  rows<Row>(statement: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    const transaction = currentTransaction.getStore();
    if (transaction) return transaction.rows(statement, parameters);
    return this.source.manager.query<Row[]>(statement, [...parameters]);
  }

  async first<Row>(statement: string, parameters: readonly unknown[] = []): Promise<Row | null> {
    return (await this.rows<Row>(statement, parameters))[0] ?? null;
  }

  /** One page of a list with the total of all pages, in one round trip. */
  async page<Row>(query: PageQuery): Promise<Page<Row>> {
    const found = await this.rows<Row & Framing>(pageStatement(query), query.conditions.parameters);
    const rows = found
      .filter((row) => row.place !== null)
      .map(({ total: _total, place: _place, ...row }) => row as Row);
    return { total: found[0]?.total ?? 0, rows };
  }
}
