import type { QueryConfig } from 'pg';
import { asTransaction, queryThroughPg, type PgQuery } from './pg-pipeline.js';
import type { DataRow } from './rows/data-row.js';
import { DataRowResult } from './rows/data-row-result.js';
import { ParsedResult } from './rows/parsed-result.js';
import type { RowDescription } from './rows/row-description.js';
import { StatementPipeline, type ResultOf } from './statement-pipeline.js';
import type { ProtocolOptions, ResultHandler, Statement, StatementResult } from './statement.js';

const results: Readonly<Record<ProtocolOptions['rows'], ResultOf>> = {
  own: (description, rows, command) => new DataRowResult(description, rows as DataRow[], command),
  pg: (description, rows, command) =>
    new ParsedResult(
      rows.map((row) => description.recordOf(row)),
      command,
    ),
};

/** Sends statements together until the running code ends. See README.md. */
export class StatementSender {
  private readonly prepared = new Map<string, RowDescription>();
  private pipeline: StatementPipeline | undefined;

  constructor(
    private readonly query: PgQuery,
    private readonly options: ProtocolOptions,
  ) {}

  send(statement: Statement, handler: ResultHandler): void {
    if (this.options.pipeline === 'pg') queryThroughPg(this.query, statement, handler, this.options.rows);
    else this.openPipeline().add(statement, handler);
  }

  execute(statement: Statement): Promise<StatementResult> {
    return new Promise((onResult, onError) => this.send(statement, { onResult, onError }));
  }

  async executeTogether(statements: readonly Statement[]): Promise<StatementResult[]> {
    if (this.options.pipeline === 'own') return Promise.all(statements.map((each) => this.execute(each)));
    const all = await Promise.all(asTransaction(statements).map((each) => this.execute(each)));
    return all.slice(1, -1);
  }

  flush(): void {
    const { pipeline } = this;
    this.pipeline = undefined;
    if (pipeline) this.query(pipeline as unknown as QueryConfig, ignore);
  }

  private openPipeline(): StatementPipeline {
    if (this.pipeline) return this.pipeline;
    process.nextTick(() => this.flush());
    return (this.pipeline = new StatementPipeline(this.prepared, results[this.options.rows]));
  }
}

const ignore = (): void => undefined;
