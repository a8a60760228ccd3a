import { runMigrations } from 'bullmq';
import { Pool, type PoolClient } from 'pg';
import { cut, keepAsking } from '../../../../platform/database/index.js';

const SCHEMA = 'bullmq';
// One for adding jobs, one for taking them, and one that listens.
const MOST = 3;
const CONNECT_WITHIN_MS = 2000;
const KEEP_ALIVE_MS = 10_000;

/**
 * The connections of the queue in PostgreSQL. They are ours and not BullMQ's own: that one takes the listeners off a
 * connection which it closes, and should this one fail a moment later, as all do when PostgreSQL is restarted, nobody
 * would hear its error, which ends the process.
 */
export class QueueConnections {
  readonly pool: Pool;
  private readonly open = new Set<PoolClient>();

  constructor(databaseUrl: string) {
    this.pool = new Pool({
      connectionString: databaseUrl,
      max: MOST,
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      pipeline: true,
      // A doorbell may be lost, so it need not wait for the disk, with the lock that every NOTIFY takes.
      options: `-c synchronous_commit=off -c search_path=${SCHEMA}`,
    });
    this.pool.on('error', () => undefined);
    this.pool.on('connect', (client) => this.watch(client));
    this.pool.on('remove', (client) => this.open.delete(client));
  }

  /** Brings the tables of the queue up to date. */
  async migrate(): Promise<void> {
    const client = await this.pool.connect();
    try {
      await runMigrations(client, SCHEMA);
    } finally {
      client.release();
    }
  }

  /** @param force whoever still waits for an answer gets none */
  async end(force: boolean): Promise<void> {
    const ended = this.pool.end();
    if (force) for (const client of this.open) cut(client);
    await ended;
  }

  private watch(client: PoolClient): void {
    this.open.add(client);
    client.on('error', () => undefined);
    keepAsking(client);
  }
}
