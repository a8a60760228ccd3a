import { Client, type ClientBase, type ClientConfig, type QueryResult, type QueryResultRow } from 'pg';
import { whenPatienceEnds } from '../../background/index.js';
import { socketOf } from '../protocol/pg-internals.js';

export interface PatientConfig extends ClientConfig {
  /** In milliseconds; pg's own limit runs on while the process is too busy to read. */
  readonly connectWithinMs?: number;
}

/** Ends a connection at once; its running statements fail. */
export function cut(client: ClientBase): void {
  const fault = new Error('No response came over the connection to PostgreSQL');
  socketOf(client).destroy(Object.assign(fault, { code: 'ETIMEDOUT' }));
}

export class PatientClient extends Client {
  constructor(private readonly config: PatientConfig) {
    super(config);
    // Without a listener an error would end the process.
    this.on('error', () => undefined);
  }

  override connect(...callback: unknown[]): Promise<this> {
    const { connectWithinMs } = this.config;
    if (connectWithinMs) {
      const stop = whenPatienceEnds(connectWithinMs, () => this.cut());
      this.once('connect', stop);
      socketOf(this).once('close', stop);
    }
    return super.connect(...(callback as [])) as Promise<this>;
  }

  /** @throws Error without a result in this many milliseconds; the connection is ended then */
  async queryWithin<Row extends QueryResultRow>(
    milliseconds: number,
    statement: string,
    parameters: unknown[] = [],
  ): Promise<QueryResult<Row>> {
    const stop = whenPatienceEnds(milliseconds, () => this.cut());
    return this.query<Row>(statement, parameters).finally(stop);
  }

  cut(): void {
    cut(this);
  }
}
