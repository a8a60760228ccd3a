import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DatabaseError, Pool, type PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import { Database } from '../database/index.js';
import { PatientClient, type PatientConfig } from '../database/pool/patient-client.js';

const RESULT_WITHIN_MS = 1000;
const TOO_MANY_CONNECTIONS = '53300';

class AskingClient extends PatientClient {
  constructor(config: PatientConfig = {}) {
    super({ ...config, connectWithinMs: RESULT_WITHIN_MS });
  }
}

/** Uses a connection of its own: a busy pool is no outage. */
@Injectable()
export class DatabasePing implements OnApplicationShutdown {
  private readonly pool: Pool;

  constructor(
    source: DataSource,
    private readonly database: Database,
  ) {
    this.pool = new Pool({
      connectionString: (source.options as { url: string }).url,
      max: 1,
      idleTimeoutMillis: 0,
      application_name: 'planning-health',
      Client: AskingClient,
    });
    this.pool.on('error', () => undefined);
  }

  async ping(): Promise<true> {
    try {
      await this.ask();
    } catch (error) {
      if (!(error instanceof DatabaseError && error.code === TOO_MANY_CONNECTIONS)) throw error;
      await this.database.rows('SELECT 1');
    }
    return true;
  }

  private async ask(): Promise<void> {
    const client = (await this.pool.connect()) as PoolClient & AskingClient;
    let fault: Error | undefined;
    try {
      await client.queryWithin(RESULT_WITHIN_MS, 'SELECT 1');
    } catch (error) {
      fault = error as Error;
      throw error;
    } finally {
      client.release(fault);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}
