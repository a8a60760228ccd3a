import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../../src/platform/database/embedded-postgres.js';
import { BenchDatabase } from './bench-database.js';

/** PostgreSQL with a database for each size of the data set. */
export class BenchServer {
  private readonly opened: BenchDatabase[] = [];

  private constructor(
    private readonly url: string,
    private readonly stop: () => Promise<void>,
  ) {}

  /** @param url of a database that is given; otherwise the program's own server is started, which keeps its data */
  static async open(url: string | undefined): Promise<BenchServer> {
    if (url !== undefined) return new BenchServer(url, async () => undefined);
    const embedded = await startEmbeddedPostgres(join(tmpdir(), 'planning-bench'));
    return new BenchServer(embedded.url, () => embedded.stop());
  }

  /** The given database for the size that is usual; others stand beside it and are made when they are missing. */
  async database(factor = 1): Promise<BenchDatabase> {
    const given = this.open(this.url);
    if (factor === 1) return given;
    const url = new URL(this.url);
    const name = `${url.pathname.slice(1)}_x${String(factor).replace('.', '_')}`;
    url.pathname = `/${name}`;
    const found = await given.first('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (!found) await given.rows(`CREATE DATABASE "${name}" TEMPLATE template0 ENCODING 'UTF8'`);
    return this.open(url.href);
  }

  async close(): Promise<void> {
    await Promise.all(this.opened.map((database) => database.close()));
    await this.stop();
  }

  private open(url: string): BenchDatabase {
    const found = this.opened.find((database) => database.url === url);
    if (found) return found;
    const database = new BenchDatabase(url);
    this.opened.push(database);
    return database;
  }
}
