import { runMigrations } from 'bullmq';
import { Pool, type PoolClient } from 'pg';
import { cut, startHeartbeat } from '../../../../platform/database/index.js';

const SCHEMA = 'bullmq';
const MAX_CONNECTIONS = 3;
const CONNECT_WITHIN_MS = 2000;
const KEEP_ALIVE_MS = 10_000;

/** Not BullMQ's pool, which removes error listeners on close: a later error would end the process. */
export class QueueConnections {
  readonly pool: Pool;
  private readonly open = new Set<PoolClient>();

  constructor(databaseUrl: string) {
    this.pool = new Pool({
      connectionString: databaseUrl,
      application_name: 'planning-queue',
      max: MAX_CONNECTIONS,
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      pipeline: true,
      // Jobs may be lost, so a commit, with the lock of NOTIFY, need not wait for the disk.
      options: `-c synchronous_commit=off -c search_path=${SCHEMA}`,
    });
    this.pool.on('error', () => undefined);
    this.pool.on('connect', (client) => this.watch(client));
    this.pool.on('remove', (client) => this.open.delete(client));
  }

  async migrate(): Promise<void> {
    const client = await this.pool.connect();
    try {
      await runMigrations(client, SCHEMA);
    } finally {
      client.release();
    }
  }

  /** @param force rejects pending queries */
  async end(force: boolean): Promise<void> {
    const ended = this.pool.end();
    if (force) for (const client of this.open) cut(client);
    await ended;
  }

  private watch(client: PoolClient): void {
    this.open.add(client);
    client.on('error', () => undefined);
    startHeartbeat(client);
  }
}
