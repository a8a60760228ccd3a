import type { Client, Pool } from 'pg';
import { QueryFailedError, type DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import type { RowShape } from './row-shape.js';
import { RowClient } from './sent-rows/row-client.js';
import { StatementGroup } from './statement-group.js';
import type { Answer, Statement } from './statement.js';

/**
 * A connection that sends together what it is asked before the running code has come to its end: statements that
 * follow each other reach PostgreSQL in one packet, wake it up once and are answered in one packet.
 */
export class GatheringClient extends RowClient {
  private readonly prepared = new Map<string, RowShape>();
  private gathered: StatementGroup | undefined;

  /** @throws QueryFailedError also when a statement that went out before it in the same packet fails */
  async answer({ text, parameters = [] }: Statement): Promise<Answer> {
    try {
      return await this.group().add(text, parameters);
    } catch (error) {
      throw new QueryFailedError(text, [...parameters], error as Error);
    }
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
  const client = await ((driver as PostgresDriver).master as Pool).connect();
  let fault: Error | undefined;
  const onError = (error: Error): void => void (fault = error);
  client.on('error', onError);
  try {
    return await use(client as Client as GatheringClient);
  } finally {
    client.off('error', onError);
    client.release(fault);
  }
}
