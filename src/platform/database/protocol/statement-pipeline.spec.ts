import { describe, expect, it } from '@jest/globals';
import type { Connection } from 'pg';
import { prepared } from './prepared-statements.js';
import type { DataRow } from './rows/data-row.js';
import { DataRowResult } from './rows/data-row-result.js';
import type { RowDescription } from './rows/row-description.js';
import { StatementPipeline, type ResultOf } from './statement-pipeline.js';
import type { StatementResult } from './statement.js';

const insertion = prepared('INSERT INTO days VALUES ($1, $2) RETURNING day');
const failure = new Error('violates');

const resultOf: ResultOf = (description, rows, command) =>
  new DataRowResult(description, rows as DataRow[], command);

/** A row of one value. */
const rowOf = (value: string | null) => ({ fields: [value] });

/** A connection that keeps what is said to it. */
function listening() {
  const said: string[] = [];
  const say = (kind: string) => (message?: { values?: unknown[] }) =>
    void said.push(message?.values ? `${kind} ${JSON.stringify(message.values)}` : kind);
  const kinds = ['close', 'parse', 'bind', 'describe', 'execute', 'sync'];
  const stream = { cork: () => undefined, uncork: () => undefined };
  const connection = { stream, ...Object.fromEntries(kinds.map((kind) => [kind, say(kind)])) };
  return { said, connection: connection as unknown as Connection };
}

/** Sends statements, of which each gives one row, and says what they send. */
function send(known: Map<string, RowDescription>, ...statements: [text: string, ...values: unknown[]][]) {
  const pipeline = new StatementPipeline(known, resultOf);
  const results = statements.map(
    ([text, ...parameters]) =>
      new Promise<StatementResult>((onResult, onError) =>
        pipeline.add({ text, parameters }, { onResult, onError }),
      ),
  );
  const { said, connection } = listening();
  pipeline.submit(connection);
  return { pipeline, results, said };
}

type Fields = Parameters<StatementPipeline['handleRowDescription']>[0]['fields'];
const day = [{ name: 'day', dataTypeID: 1082 }] as Fields;
const one = [{ name: 'one', dataTypeID: 25 }] as Fields;

describe('a pipeline of statements', () => {
  it('ends with one Sync, and describes once what is prepared', async () => {
    const known = new Map<string, RowDescription>();
    const first = send(known, [insertion, '2026-11-21', 7.5], [insertion, null, ['a', 'b"']], ['SELECT 1']);
    expect(first.said).toEqual([
      ...['close', 'parse', 'bind ["2026-11-21","7.5"]', 'describe', 'execute'],
      ...['bind [null,"{\\"a\\",\\"b\\\\\\"\\"}"]', 'execute'],
      ...['parse', 'bind []', 'describe', 'execute', 'sync'],
    ]);
    first.pipeline.handleRowDescription({ fields: day });
    for (const value of ['2026-11-21', null, '1']) {
      if (value === '1') first.pipeline.handleRowDescription({ fields: one });
      first.pipeline.handleDataRow(rowOf(value));
      first.pipeline.handleCommandComplete({ text: 'INSERT 0 1' });
    }
    const found = await Promise.all(first.results);
    expect(found.map((result) => result.records())).toEqual([
      [{ day: '2026-11-21' }],
      [{ day: null }],
      [{ one: '1' }],
    ]);

    const second = send(known, [insertion, 1]);
    expect(second.said).toEqual(['bind ["1"]', 'execute', 'sync']);
    second.pipeline.handleDataRow(rowOf('2026-11-22'));
    second.pipeline.handleCommandComplete({ text: 'INSERT 0 1' });
    const [result] = await Promise.all(second.results);
    expect(result?.records()).toEqual([{ day: '2026-11-22' }]);
  });

  it('fails from the statement that fails, and prepares it anew', async () => {
    const known = new Map<string, RowDescription>();
    const { pipeline, results } = send(known, ['SELECT 1'], [insertion, 1], ['COMMIT']);
    const settled = Promise.allSettled(results);
    pipeline.handleCommandComplete({ text: 'SELECT 0' });
    pipeline.handleError(failure);
    expect(await settled).toEqual([
      { status: 'fulfilled', value: expect.objectContaining({ command: 'SELECT 0' }) },
      { status: 'rejected', reason: expect.objectContaining({ query: insertion, driverError: failure }) },
      { status: 'rejected', reason: expect.objectContaining({ query: 'COMMIT', driverError: failure }) },
    ]);
    expect(send(known, [insertion, 1]).said.slice(0, 2)).toEqual(['close', 'parse']);
  });
});
