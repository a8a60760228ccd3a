import { Client } from 'pg';
import { DefaultNamingStrategy, type DataSourceOptions, type NamingStrategyInterface } from 'typeorm';
import { GatheringClient } from './gathering-client.js';
import { wireValues } from './wire-values.js';

/** `accountManagerId` is the column `account_manager_id`. */
class SnakeCaseColumns extends DefaultNamingStrategy implements NamingStrategyInterface {
  override columnName(propertyName: string, customName: string | undefined): string {
    return customName ?? propertyName.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  }
}

type PostgresOptions = Extract<DataSourceOptions, { type: 'postgres' }>;

// The zone is fixed, because instants are read as the text that PostgreSQL writes. A process that freezes within a
// transaction loses it, so that what it has locked is free before the lease of a delivery ends. Statements are short, but
// PostgreSQL may take one for long: to compile it would take a hundred times as long as to run it.
const sessionOptions = '-c timezone=UTC -c idle_in_transaction_session_timeout=10s -c jit=off';

/** Names of processes as `pg_stat_activity` tells them: one that serves requests and does nothing else, and any other. */
export const SERVES_ONLY = 'planning-requests';
const PLANNING = 'planning';

/** @param poolSize connections at most @param applicationName what PostgreSQL calls them */
export function connectionOptions(
  url: string,
  poolSize: number,
  applicationName = PLANNING,
): PostgresOptions {
  return {
    type: 'postgres',
    url,
    poolSize,
    applicationName,
    synchronize: false,
    migrationsTableName: 'schema_migrations',
    namingStrategy: new SnakeCaseColumns(),
    invalidWhereValuesBehavior: { null: 'throw', undefined: 'throw' },
    extra: {
      types: wireValues,
      options: sessionOptions,
      pipeline: true,
      Client: GatheringClient,
      connectionTimeoutMillis: 10_000,
    },
  };
}

/** A database that cannot be used; the message says in one sentence what to do. */
export class DatabaseUnavailableError extends Error {}

/** Waits for a database that is still starting. @throws DatabaseUnavailableError after 15 s or at once when it is too old or refuses us. */
export async function waitForDatabase(url: string): Promise<void> {
  const giveUp = Date.now() + 15_000;
  for (;;) {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ version: number }>(
        `SELECT current_setting('server_version_num')::int AS version`,
      );
      if ((rows[0]?.version ?? 0) >= 150_000) return;
      throw new DatabaseUnavailableError(
        'The PostgreSQL server of DATABASE_URL is older than 15: upgrade it.',
      );
    } catch (error) {
      if (error instanceof DatabaseUnavailableError) throw error;
      const { code, message } = error as Error & { code?: string };
      const refused = code?.startsWith('28') === true || code === '3D000';
      if (refused || Date.now() > giveUp) {
        const { hostname, port } = new URL(url);
        throw new DatabaseUnavailableError(
          `PostgreSQL at ${hostname}:${port || 5432} cannot be used (${message || code}): start it or correct DATABASE_URL.`,
        );
      }
      await new Promise((resolve) => setTimeout(resolve, 500));
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
