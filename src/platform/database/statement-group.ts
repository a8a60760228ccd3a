import type { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import { Query, type Connection, type FieldDef, type Submittable } from 'pg';
import { QueryFailedError } from 'typeorm';
import { preparedName } from './prepared-statements.js';
import { RowShape } from './row-shape.js';
import type { SentRow } from './sent-rows/sent-row.js';
import type { Hearer, Statement } from './statement.js';

interface Sent {
  readonly text: string;
  readonly name: string | undefined;
  readonly values: unknown[];
  shape: RowShape;
  readonly rows: SentRow[];
  readonly hearer: Hearer;
}

/** What a connection writes; its types are those of an older version. */
interface Messages extends Pick<Connection, 'stream' | 'sync'> {
  close(statement: { type: 'S'; name: string }): void;
  parse(statement: { name: string | undefined; text: string }): void;
  bind(portal: { statement: string | undefined; values: unknown[] }): void;
  describe(portal: { type: 'P' }): void;
  execute(): void;
}

// Not among its exports.
const { prepareValue } = createRequire(import.meta.url)('pg/lib/utils') as {
  prepareValue: (value: unknown) => unknown;
};

// Its types take a method that is replaced here for a value.
const PgQuery = Query as unknown as new (text: string) => EventEmitter;

/**
 * Statements that go out together, are done one after the other and answered together; to pg they are one query.
 * PostgreSQL skips what comes after a failure, so several belong into a transaction.
 */
export class StatementGroup extends PgQuery implements Submittable {
  private readonly sent: Sent[] = [];
  private answered = 0;

  /** @param prepared what the connection has prepared: it is neither parsed nor described again */
  constructor(private readonly prepared: Map<string, RowShape>) {
    super('');
  }

  add({ text, parameters = [] }: Statement, hearer: Hearer): void {
    const values = parameters.map((value) => prepareValue(value));
    this.sent.push({ text, name: preparedName(text), values, shape: new RowShape(), rows: [], hearer });
  }

  submit(connection: Connection): void {
    const messages = connection as unknown as Messages;
    messages.stream.cork();
    for (const statement of this.sent) this.write(statement, messages);
    messages.sync();
    messages.stream.uncork();
  }

  private write(statement: Sent, messages: Messages): void {
    const { text, name, values, shape } = statement;
    const known = name === undefined ? undefined : this.prepared.get(name);
    if (known) {
      statement.shape = known;
    } else {
      if (name !== undefined) {
        // It may be there from a run that failed.
        messages.close({ type: 'S', name });
        this.prepared.set(name, shape);
      }
      messages.parse({ name, text });
    }
    messages.bind({ statement: name, values });
    if (!known) messages.describe({ type: 'P' });
    messages.execute();
  }

  handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    this.sent[this.answered]?.shape.describe(fields);
  }

  handleDataRow(row: SentRow): void {
    this.sent[this.answered]?.rows.push(row);
  }

  handleCommandComplete({ text }: { text: string }): void {
    const statement = this.sent[this.answered];
    this.answered += 1;
    statement?.hearer.onAnswer({ shape: statement.shape, rows: statement.rows, command: text });
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  /** What failed, and what was skipped because of it. */
  handleError(fault: Error): void {
    for (const { text, name, values, hearer } of this.sent.slice(this.answered)) {
      if (name !== undefined) this.prepared.delete(name);
      hearer.onFault(new QueryFailedError(text, values, fault));
    }
  }

  handleReadyForQuery(): void {
    // Each statement was told its answer.
  }
}
