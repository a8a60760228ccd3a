import type { Client, Pool, PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { availabilityRefusal } from './pool/availability-errors.js';
import type { Watched } from './pool/connection-watch.js';
import { socketOf, type PatientConfig } from './pool/patient-client.js';
import { sessionOf } from './pool/server-view.js';
import type { RowShape } from './row-shape.js';
import { RowClient } from './sent-rows/row-client.js';
import { StatementGroup } from './statement-group.js';
import type { Answer, Hearer, Statement } from './statement.js';

/**
 * A connection that sends together what it is asked before the running code has come to its end: statements that
 * follow each other reach PostgreSQL in one packet, wake it up once and are answered in one packet.
 */
export class GatheringClient extends RowClient implements Watched {
  private readonly prepared = new Map<string, RowShape>();
  private gathered: StatementGroup | undefined;
  /** What broke the connection. */
  fault: Error | undefined;
  isLent = false;
  isForRequest = false;
  isWaiting = false;

  constructor(config: PatientConfig) {
    super(config);
    this.on('error', (fault) => (this.fault = fault));
    this.on('drain', () => (this.isWaiting = false));
  }

  get heard(): number {
    return socketOf(this).bytesRead;
  }

  get session(): number {
    return sessionOf(this);
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
    this.isWaiting = true;
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
    if (!group) return;
    this.isWaiting = true;
    super.query(group);
  }
}

/**
 * Lends a connection of the pool; one that broke meanwhile is not used again.
 * @throws UnavailableError when there is none, or the database does not answer on it
 */
export async function withConnection<Result>(
  { driver }: DataSource,
  use: (client: GatheringClient) => Promise<Result>,
): Promise<Result> {
  let client: GatheringClient | undefined;
  try {
    client = (await ((driver as PostgresDriver).master as Pool).connect()) as Client as GatheringClient;
    return await use(client);
  } catch (error) {
    throw availabilityRefusal(error, 'nothing') ?? error;
  } finally {
    if (client) (client as Client as PoolClient).release(client.fault);
  }
}
