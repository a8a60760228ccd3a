import type { Socket } from 'node:net';
import { Client, type ClientBase, type ClientConfig, type QueryResult, type QueryResultRow } from 'pg';
import { whenPatienceEnds } from './patience.js';

export interface PatientConfig extends ClientConfig {
  /** In milliseconds; pg's own limit runs on while the process is too busy to hear an answer. */
  readonly connectWithinMs?: number;
}

/** What the types of pg leave out. */
export const socketOf = (client: ClientBase): Socket =>
  (client as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream;

/** Ends a connection at once, whatever is under way on it: whoever waits for an answer is told. */
export function cut(client: ClientBase): void {
  const fault = new Error('No answer came over the connection to PostgreSQL');
  socketOf(client).destroy(Object.assign(fault, { code: 'ETIMEDOUT' }));
}

/** A client that gives up what is not answered in time. */
export class PatientClient extends Client {
  constructor(private readonly config: PatientConfig) {
    super(config);
    // Told to whoever waits; without a listener it would end the process.
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

  /** @throws Error when it is not answered in as many milliseconds; the connection is of no use then */
  async askWithin<Row extends QueryResultRow>(
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
