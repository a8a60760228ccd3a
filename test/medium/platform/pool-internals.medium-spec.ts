import { afterAll, beforeAll, describe, it } from '@jest/globals';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { connectionOptions } from '../../../src/platform/database/connection.js';
import { FairPool } from '../../../src/platform/database/pool/fair-pool.js';
import { PooledClient } from '../../../src/platform/database/pool/pooled-client.js';
import { withConnection } from '../../../src/platform/database/pool/with-connection.js';
import { createTestDatabase, type TestDatabase } from '../../../src/testing/test-database.js';

function mustHold(holds: boolean, what: string): void {
  if (!holds) throw new Error(`TypeORM has changed: ${what}. See src/platform/database/pool/README.md.`);
}

describe('of the private parts of TypeORM', () => {
  let database: TestDatabase;
  let source: DataSource;

  beforeAll(async () => {
    database = await createTestDatabase(false);
    source = await new DataSource(connectionOptions(database.url, 1)).initialize();
  });
  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });

  it('PostgresDriver.master is the pool that the options name', () => {
    const { master } = source.driver as PostgresDriver;
    mustHold(master instanceof FairPool, 'PostgresDriver.master is not the pool made of driver.Pool');
  });

  it('its connections are those that extra names, and a query runner takes from the same pool', async () => {
    await withConnection(source, async (client) => {
      mustHold(client instanceof PooledClient, 'the Client of extra does not reach the pool');
    });
    const runner = source.createQueryRunner();
    await runner.connect();
    const { totalCount, idleCount } = (source.driver as PostgresDriver).master as Pool;
    mustHold(
      totalCount === 1 && idleCount === 0,
      'a query runner takes its connection from somewhere else than PostgresDriver.master',
    );
    await runner.release();
  });
});
