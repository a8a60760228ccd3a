import { serverProcessOf, socketOf } from '../protocol/pg-internals.js';
import { readDataRows } from '../protocol/rows/data-row-reader.js';
import type { ProtocolOptions, ResultHandler, Statement, StatementResult } from '../protocol/statement.js';
import { StatementSender } from '../protocol/statement-sender.js';
import type { Watched } from './connection-watch.js';
import { PatientClient, type PatientConfig } from './patient-client.js';

export interface PooledConfig extends PatientConfig {
  readonly protocol: ProtocolOptions;
}

export class PooledClient extends PatientClient implements Watched {
  private readonly statements: StatementSender;
  connectionError: Error | undefined;
  isCheckedOut = false;
  isForRequest = false;
  isWaiting = false;

  constructor(config: PooledConfig) {
    super(config);
    if (config.protocol.rows === 'own') readDataRows(this);
    this.statements = new StatementSender((...query) => this.queryNow(query), config.protocol);
    this.on('error', (error) => (this.connectionError = error));
    this.on('drain', () => (this.isWaiting = false));
  }

  get bytesRead(): number {
    return socketOf(this).bytesRead;
  }

  get serverProcess(): number {
    return serverProcessOf(this);
  }

  send(statement: Statement, handler: ResultHandler): void {
    this.statements.send(statement, handler);
  }

  execute(statement: Statement): Promise<StatementResult> {
    return this.statements.execute(statement);
  }

  /** As one transaction, in one round trip. @throws QueryFailedError */
  executeTogether(statements: readonly Statement[]): Promise<StatementResult[]> {
    return this.statements.executeTogether(statements);
  }

  /** For TypeORM; sent after all statements before it. */
  override query(...query: unknown[]): never {
    this.statements.flush();
    return this.queryNow(query);
  }

  private queryNow(query: readonly unknown[]): never {
    this.isWaiting = true;
    return super.query(...(query as [string])) as never;
  }
}
