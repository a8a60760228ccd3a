import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import type { Pool, PoolClient, QueryArrayResult, QueryConfig, QueryResult } from 'pg';
import { DataSource, QueryFailedError, QueryRunnerAlreadyReleasedError, type EntityManager } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { pageStatement, rowsOfPage, type Page, type PageQuery } from './page-query.js';
import { preparedName } from './prepared-statements.js';

/** The transaction that the running code belongs to. */
export const currentTransaction = new AsyncLocalStorage<{
  manager: EntityManager;
  afterCommit: (() => void)[];
}>();

/**
 * Where repositories ask. Inside a unit of work every statement joins its transaction. Statements that are asked for
 * at once travel together: `Promise.all` makes one round trip of them.
 */
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
    const runner = this.source.createQueryRunner();
    try {
      const client = (await runner.connect()) as PoolClient;
      // The work does not wait for its beginning: they travel together.
      const begun = client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const { manager } = runner;
      const reading = currentTransaction.run({ manager, afterCommit: [] }, work);
      try {
        return (await Promise.all([reading, begun]))[0];
      } finally {
        await client.query('COMMIT');
      }
    } finally {
      await runner.release();
    }
  }

  /** The rows of one statement, as they go out (see wire-values). */
  async rows<Row>(statement: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return (await this.result<QueryResult>(statement, parameters)).rows as Row[];
  }

  async first<Row>(statement: string, parameters: readonly unknown[] = []): Promise<Row | null> {
    return (await this.rows<Row>(statement, parameters))[0] ?? null;
  }

  /** One page of a list with the total of all pages, in one round trip. */
  async page<Row>(query: PageQuery): Promise<Page<Row>> {
    const { parameters } = query.conditions;
    return rowsOfPage(await this.result<QueryArrayResult>(pageStatement(query), parameters, 'array'));
  }

  private async result<Result>(
    text: string,
    parameters: readonly unknown[],
    rowMode?: 'array',
  ): Promise<Result> {
    const runner = currentTransaction.getStore()?.manager.queryRunner;
    // A transaction that lost its connection must not go on with another one.
    if (runner?.isReleased) throw new QueryRunnerAlreadyReleasedError();
    const client = runner ? ((await runner.connect()) as PoolClient) : this.pool;
    const values = [...parameters];
    try {
      return (await client.query({
        text,
        values,
        name: preparedName(text),
        rowMode,
      } as QueryConfig)) as Result;
    } catch (error) {
      throw new QueryFailedError(text, values, error as Error);
    }
  }

  private get pool(): Pool {
    return (this.source.driver as PostgresDriver).master as Pool;
  }
}
