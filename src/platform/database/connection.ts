import pg from 'pg';
import {
  AbstractLogger,
  DefaultNamingStrategy,
  type DataSourceOptions,
  type NamingStrategyInterface,
} from 'typeorm';
import { GatheringClient } from './gathering-client.js';
import { LEDGER } from './migration-ledger.js';
import { FairPool } from './pool/fair-pool.js';
import { wireValues } from './wire-values.js';

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `accountManagerId` is the column `account_manager_id`, and so is that of a relation `accountManager`. */
class SnakeCaseColumns extends DefaultNamingStrategy implements NamingStrategyInterface {
  override columnName(propertyName: string, customName: string | undefined): string {
    return customName ?? snakeCase(propertyName);
  }

  override joinColumnName(relationName: string, referencedColumnName: string): string {
    return snakeCase(`${relationName}_${referencedColumnName}`);
  }
}

/** TypeORM would write failed migrations to the console, with the values that they stumbled on. Whoever asked hears of them. */
class SilentLogger extends AbstractLogger {
  protected override writeLog(): void {
    // Nothing is written.
  }
}

type PostgresOptions = Extract<DataSourceOptions, { type: 'postgres' }>;

// The zone is fixed, because instants are read as the text that PostgreSQL writes. A process that freezes within a
// transaction loses it, so that what it has locked is free before the lease of a delivery ends. Statements are short, but
// PostgreSQL may take one for long: to compile it would take a hundred times as long as to run it.
const sessionOptions = '-c timezone=UTC -c idle_in_transaction_session_timeout=10s -c jit=off';

// Of a connection that is idle: the system asks the other side ten times, a second apart, and then gives it up.
const KEEP_ALIVE_MS = 10_000;

/**
 * Names of processes as `pg_stat_activity` tells them: one that serves requests and does nothing else, one that delivers
 * webhooks, which has a name of its own that begins so, and any other.
 */
export const SERVES_ONLY = 'planning-requests';
export const DELIVERING = 'planning-deliveries';
export const PLANNING = 'planning';

interface PoolLimits {
  /** How long a request waits until a connection is free or made, in milliseconds. */
  readonly waitMs: number;
  /** How long a statement waits for a lock, in milliseconds; 0: as long as it takes. */
  readonly lockTimeoutMs: number;
}

const patient: PoolLimits = { waitMs: 10_000, lockTimeoutMs: 0 };

// The processes that deliver are counted by their names, and pg lets that of the URL go first.
function withoutName(url: string): string {
  const own = new URL(url);
  if (!own.searchParams.has('application_name')) return url;
  own.searchParams.delete('application_name');
  return own.href;
}

/** @param poolSize connections at most @param applicationName what PostgreSQL calls them */
export function connectionOptions(
  url: string,
  poolSize: number,
  applicationName = PLANNING,
  { waitMs, lockTimeoutMs } = patient,
): PostgresOptions {
  return {
    type: 'postgres',
    url: withoutName(url),
    poolSize,
    applicationName,
    synchronize: false,
    migrationsTableName: LEDGER,
    logger: new SilentLogger(),
    namingStrategy: new SnakeCaseColumns(),
    invalidWhereValuesBehavior: { null: 'throw', undefined: 'throw' },
    driver: { ...pg, Pool: FairPool },
    extra: {
      types: wireValues,
      options: `${sessionOptions} -c lock_timeout=${lockTimeoutMs}`,
      pipeline: true,
      Client: GatheringClient,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      waitMs,
      lockTimeoutMs,
    },
  };
}
