import type { EventEmitter } from 'node:events';
import { Query, type Connection as PgConnection, type FieldDef, type Submittable } from 'pg';
import { QueryFailedError } from 'typeorm';
import { prepareValue, type Connection, type QueryMessages } from './pg-internals.js';
import { preparedName } from './prepared-statements.js';
import type { TextRow } from './rows/data-row.js';
import { RowDescription } from './rows/row-description.js';
import type { ResultHandler, Statement, StatementResult } from './statement.js';

export type ResultOf = (
  description: RowDescription,
  rows: readonly TextRow[],
  command: string,
) => StatementResult;

interface PendingStatement {
  readonly text: string;
  readonly name: string | undefined;
  readonly values: unknown[];
  description: RowDescription;
  readonly rows: TextRow[];
  readonly handler: ResultHandler;
}

// Its types take a method that is replaced here for a value.
const PgQuery = Query as unknown as new (text: string) => EventEmitter;

/** Statements up to one Sync. After an error PostgreSQL skips the rest; without BEGIN it commits them together. */
export class StatementPipeline extends PgQuery implements Submittable, QueryMessages {
  private readonly statements: PendingStatement[] = [];
  private completed = 0;

  constructor(
    private readonly prepared: Map<string, RowDescription>,
    private readonly resultOf: ResultOf,
  ) {
    super('');
  }

  add({ text, parameters = [] }: Statement, handler: ResultHandler): void {
    const values = parameters.map((value) => prepareValue(value));
    const name = preparedName(text);
    this.statements.push({ text, name, values, description: new RowDescription(), rows: [], handler });
  }

  submit(pgConnection: PgConnection): void {
    const connection = pgConnection as unknown as Connection;
    connection.stream.cork();
    for (const statement of this.statements) this.write(statement, connection);
    connection.sync();
    connection.stream.uncork();
  }

  private write(statement: PendingStatement, connection: Connection): void {
    const { text, name, values, description } = statement;
    const known = name === undefined ? undefined : this.prepared.get(name);
    if (known) {
      statement.description = known;
    } else {
      if (name !== undefined) {
        // It may remain from a run that failed.
        connection.close({ type: 'S', name });
        this.prepared.set(name, description);
      }
      connection.parse({ name, text });
    }
    connection.bind({ statement: name, values });
    if (!known) connection.describe({ type: 'P' });
    connection.execute();
  }

  handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    this.statements[this.completed]?.description.setFields(fields);
  }

  handleDataRow(row: TextRow): void {
    this.statements[this.completed]?.rows.push(row);
  }

  handleCommandComplete({ text }: { text: string }): void {
    const statement = this.statements[this.completed];
    this.completed += 1;
    if (!statement) return;
    statement.handler.onResult(this.resultOf(statement.description, statement.rows, text));
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  handleError(error: Error): void {
    for (const { text, name, values, handler } of this.statements.slice(this.completed)) {
      if (name !== undefined) this.prepared.delete(name);
      handler.onError(new QueryFailedError(text, values, error));
    }
  }

  handleReadyForQuery(): void {
    // Each statement has had its result.
  }
}
