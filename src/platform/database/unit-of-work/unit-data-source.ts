import { DataSource, EntityManager, type QueryRunner, type ReplicationMode } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { currentTransaction } from './transaction.js';
import { UnitRunner } from './unit-runner.js';

/** All of TypeORM joins the unit of work: repositories, query builders, transactions, query runners. */
export class UnitDataSource extends DataSource {
  override createQueryRunner(mode?: ReplicationMode): QueryRunner {
    const unit = currentTransaction.getStore();
    if (!unit) return super.createQueryRunner(mode);
    const runner = new UnitRunner(this.driver as PostgresDriver, unit);
    return Object.assign(runner, { manager: this.createEntityManager(runner) });
  }

  override createEntityManager(runner?: QueryRunner): EntityManager {
    return new UnitManager(this, runner);
  }
}

type Work<Result> = (manager: EntityManager) => Promise<Result>;
type IsolationLevel = Parameters<QueryRunner['startTransaction']>[0];

class UnitManager extends EntityManager {
  override transaction<Result>(work: Work<Result>): Promise<Result>;
  override transaction<Result>(isolation: NonNullable<IsolationLevel>, work: Work<Result>): Promise<Result>;
  /** In a unit of work it is a savepoint. One at a time. */
  override async transaction<Result>(
    first: Work<Result> | NonNullable<IsolationLevel>,
    second?: Work<Result>,
  ): Promise<Result> {
    if (typeof first === 'string') return super.transaction(first, second as Work<Result>);
    const unit = currentTransaction.getStore();
    const isApart = this.queryRunner !== undefined && !(this.queryRunner instanceof UnitRunner);
    if (!unit || isApart) return super.transaction(first);
    return unit.nested(() => first(this.queryRunner ? this : this.dataSource.createQueryRunner().manager));
  }
}
