import { Pool } from 'pg';
import { pause } from '../../support/programs/program.js';
import { commandOf, cpuSecondsOf } from './process-usage.js';

const QUIET_MS = 300;

/** The database that is measured, seen from beside. */
export class BenchDatabase {
  private readonly pool: Pool;

  constructor(readonly url: string) {
    this.pool = new Pool({ connectionString: url, max: 1, options: '-c timezone=UTC' });
    this.pool.on('error', () => undefined);
  }

  async rows<Row extends object>(statement: string, parameters: unknown[] = []): Promise<Row[]> {
    return (await this.pool.query<Row>(statement, parameters)).rows;
  }

  async first<Row extends object>(statement: string, parameters: unknown[] = []): Promise<Row | undefined> {
    return (await this.rows<Row>(statement, parameters))[0];
  }

  /** Processor time that the server has spent on each open connection; of a server on another machine nothing is known. */
  async cpuSeconds(): Promise<Map<number, number>> {
    const backends = await this.rows<{ pid: number }>(
      'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    const local = backends.filter(({ pid }) => commandOf(pid).startsWith('postgres'));
    return new Map(local.map(({ pid }) => [pid, cpuSecondsOf(pid)]));
  }

  /** Waits until nobody is asking any more: what was cut off goes on in the server for a while. */
  async untilIdle(): Promise<void> {
    for (let quietSince = Date.now(); Date.now() - quietSince < QUIET_MS; await pause(50)) {
      const active = await this.rows(
        `SELECT 1 FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'
           AND backend_type = 'client backend'`,
      );
      if (active.length > 0) quietSince = Date.now();
    }
  }

  close(): Promise<void> {
    return this.pool.end();
  }
}
