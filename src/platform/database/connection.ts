import pg from 'pg';
import {
  AbstractLogger,
  DefaultNamingStrategy,
  type DataSourceOptions,
  type NamingStrategyInterface,
} from 'typeorm';
import { snakeCase } from '../values/index.js';
import { LEDGER } from './migrations/ledger.js';
import { FairPool } from './pool/fair-pool.js';
import { PooledClient } from './pool/pooled-client.js';
import { wireValues } from './protocol/rows/wire-values.js';
import type { ProtocolOptions } from './protocol/statement.js';

class SnakeCaseColumns extends DefaultNamingStrategy implements NamingStrategyInterface {
  override columnName(propertyName: string, customName: string | undefined): string {
    return customName ?? snakeCase(propertyName);
  }

  override joinColumnName(relationName: string, referencedColumnName: string): string {
    return snakeCase(`${relationName}_${referencedColumnName}`);
  }
}

/** TypeORM would print failed migrations together with their values. The caller gets the error. */
class SilentLogger extends AbstractLogger {
  protected override writeLog(): void {
    // Nothing is written.
  }
}

type PostgresOptions = Extract<DataSourceOptions, { type: 'postgres' }>;

// Instants are read as text in UTC. A frozen process must lose its locks before the lease of a delivery ends.
// JIT can take a hundred times as long to compile our short statements as to run them.
const sessionOptions = '-c timezone=UTC -c idle_in_transaction_session_timeout=10s -c jit=off';

// TCP keep-alive: after this idle time the system probes ten times, a second apart.
const KEEP_ALIVE_MS = 10_000;

// In `pg_stat_activity.application_name`; that of a process that delivers webhooks begins with DELIVERING.
export const SERVES_ONLY = 'planning-requests';
export const DELIVERING = 'planning-deliveries';
export const PLANNING = 'planning';

interface PoolOptions {
  readonly waitMs: number;
  /** 0: no limit. */
  readonly lockTimeoutMs: number;
  readonly protocol: ProtocolOptions;
}

const unlimited: PoolOptions = {
  waitMs: 10_000,
  lockTimeoutMs: 0,
  protocol: { pipeline: 'own', rows: 'own' },
};

/** pg prefers what the URL says: processes that deliver are counted by name, and options of its own come beside ours. */
function urlWith(url: string, options: string): string {
  const own = new URL(url);
  const given = own.searchParams.get('options');
  if (given === null && !own.searchParams.has('application_name')) return url;
  own.searchParams.delete('application_name');
  if (given !== null) own.searchParams.set('options', `${given} ${options}`);
  return own.href;
}

export function connectionOptions(
  url: string,
  poolSize: number,
  applicationName = PLANNING,
  { waitMs, lockTimeoutMs, protocol } = unlimited,
): PostgresOptions {
  const options = `${sessionOptions} -c lock_timeout=${lockTimeoutMs}`;
  return {
    type: 'postgres',
    url: urlWith(url, options),
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
      options,
      pipeline: true,
      Client: PooledClient,
      protocol,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      waitMs,
      lockTimeoutMs,
    },
  };
}
