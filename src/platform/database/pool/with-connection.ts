import type { Client, Pool, PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { availabilityRefusal, type Outcome } from './availability-errors.js';
import type { PooledClient } from './pooled-client.js';

/** A broken connection is not used again. @throws UnavailableError when there is none, or it is lost */
export async function withConnection<Result>(
  { driver }: DataSource,
  use: (client: PooledClient) => Promise<Result>,
  outcome: Outcome = 'nothing',
): Promise<Result> {
  let client: PooledClient | undefined;
  try {
    client = (await ((driver as PostgresDriver).master as Pool).connect()) as Client as PooledClient;
    return await use(client);
  } catch (error) {
    throw availabilityRefusal(error, outcome) ?? error;
  } finally {
    if (client) (client as Client as PoolClient).release(client.connectionError);
  }
}
