import type { Client, ClientConfig, Pool } from 'pg';
import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import type { RowShape } from './row-shape.js';
import { RowClient } from './sent-rows/row-client.js';
import { StatementGroup } from './statement-group.js';
import type { Answer, Hearer, Statement } from './statement.js';

/**
 * A connection that sends together what it is asked before the running code has come to its end: statements that
 * follow each other reach PostgreSQL in one packet, wake it up once and are answered in one packet.
 */
export class GatheringClient extends RowClient {
  private readonly prepared = new Map<string, RowShape>();
  private gathered: StatementGroup | undefined;
  /** What broke the connection. */
  fault: Error | undefined;

  constructor(config: ClientConfig) {
    super(config);
    this.on('error', (fault) => (this.fault = fault));
  }

  /** @throws QueryFailedError */
  answer(statement: Statement): Promise<Answer> {
    return new Promise((onAnswer, onFault) => this.send(statement, { onAnswer, onFault }));
  }

  send(statement: Statement, hearer: Hearer): void {
    this.group().add(statement, hearer);
  }

  /** For those who do not know of gathering; comes after what was gathered before. */
  override query(...question: unknown[]): never {
    this.sendGathered();
    return super.query(...(question as [string])) as never;
  }

  private group(): StatementGroup {
    if (this.gathered) return this.gathered;
    process.nextTick(() => this.sendGathered());
    return (this.gathered = new StatementGroup(this.prepared));
  }

  private sendGathered(): void {
    const group = this.gathered;
    this.gathered = undefined;
    if (group) super.query(group);
  }
}

/** Lends a connection of the pool; one that broke meanwhile is not used again. */
export async function withConnection<Result>(
  { driver }: DataSource,
  use: (client: GatheringClient) => Promise<Result>,
): Promise<Result> {
  const lent = await ((driver as PostgresDriver).master as Pool).connect();
  const client = lent as Client as GatheringClient;
  try {
    return await use(client);
  } finally {
    lent.release(client.fault);
  }
}
