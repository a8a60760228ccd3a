import type { QueryResult, QueryRunner } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner.js';
import type { Savepoint } from './savepoint.js';
import type { Transaction } from './transaction.js';

type IsolationLevel = Parameters<QueryRunner['startTransaction']>[0];

export class UnitRunner extends PostgresQueryRunner {
  private readonly begun: Savepoint[] = [];

  constructor(
    driver: PostgresDriver,
    private readonly unit: Transaction,
  ) {
    super(driver, 'master');
    this.databaseConnection = unit.client;
    this.isTransactionActive = true;
    this.transactionDepth = 1;
  }

  override query(query: string, parameters: unknown[] | undefined, structured: true): Promise<QueryResult>;
  override query(query: string, parameters?: unknown[], structured?: false): Promise<never>;
  override query(query: string, parameters?: unknown[], structured = false): Promise<unknown> {
    return this.unit.watch(query, () => super.query(query, parameters, structured as true));
  }

  /** @throws Error for an isolation level, which only the whole unit could have */
  override async startTransaction(isolationLevel?: IsolationLevel): Promise<void> {
    if (isolationLevel !== undefined) {
      throw new Error(
        `A unit of work has an isolation level already: it cannot be ${isolationLevel} for a part.`,
      );
    }
    const savepoint = this.unit.open(true);
    // TypeORM names it by this.
    this.transactionDepth = savepoint.depth;
    try {
      await super.startTransaction();
    } catch (error) {
      this.unit.keep(savepoint);
      throw error;
    }
    this.begun.push(savepoint);
  }

  override async commitTransaction(): Promise<void> {
    const savepoint = this.innermost('commit');
    await super.commitTransaction();
    this.begun.pop();
    this.unit.keep(savepoint);
  }

  override async rollbackTransaction(): Promise<void> {
    const savepoint = this.innermost('roll back');
    await super.rollbackTransaction();
    await this.query(`RELEASE SAVEPOINT typeorm_${savepoint.depth}`);
    this.begun.pop();
    this.unit.undo(savepoint);
  }

  /** The unit keeps the connection. */
  override async release(): Promise<void> {
    const [savepoint] = this.begun;
    if (savepoint) this.unit.fail(new Error('A query runner was released before its transaction was ended.'));
  }

  private innermost(what: string): Savepoint {
    const savepoint = this.begun.at(-1);
    if (!savepoint)
      throw new Error(`This query runner has begun nothing to ${what}: the unit of work ends by itself.`);
    this.unit.mustBeInnermost(savepoint);
    // Others may have begun and ended within it.
    this.transactionDepth = savepoint.depth + 1;
    return savepoint;
  }
}
