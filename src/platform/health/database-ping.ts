import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DatabaseError, Pool, type PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import { Database } from '../database/index.js';
import { PatientClient, type PatientConfig } from '../database/pool/patient-client.js';

const RESULT_WITHIN_MS = 1000;
/** Then over a new connection as well: the other one may have been cut silently. */
const SECOND_TRY_AFTER_MS = 250;
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
      max: 2,
      idleTimeoutMillis: 0,
      application_name: 'planning-health',
      Client: AskingClient,
    });
    this.pool.on('error', () => undefined);
  }

  async ping(): Promise<true> {
    try {
      await this.askTwice();
    } catch (error) {
      if (!(error instanceof DatabaseError && error.code === TOO_MANY_CONNECTIONS)) throw error;
      await this.database.rows('SELECT 1');
    }
    return true;
  }

  private async askTwice(): Promise<void> {
    const first = this.ask();
    const late = pause(SECOND_TRY_AFTER_MS, true, { ref: false });
    if (await Promise.race([first, late])) await Promise.any([first, this.ask(true)]).catch(() => first);
  }

  private async ask(isExtra = false): Promise<void> {
    const client = (await this.pool.connect()) as PoolClient & AskingClient;
    let fault: Error | undefined;
    try {
      await client.queryWithin(RESULT_WITHIN_MS, 'SELECT 1');
    } catch (error) {
      fault = error as Error;
      throw error;
    } finally {
      client.release(fault ?? isExtra);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}
