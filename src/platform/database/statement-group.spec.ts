import { describe, expect, it } from '@jest/globals';
import type { Connection } from 'pg';
import { prepared } from './prepared-statements.js';
import type { RowShape } from './row-shape.js';
import { SentRow } from './sent-rows/sent-row.js';
import { StatementGroup } from './statement-group.js';
import type { Answer } from './statement.js';

const insertion = prepared('INSERT INTO days VALUES ($1, $2) RETURNING day');
const failure = new Error('violates');

/** A row of one value. */
function rowOf(value: string | null): SentRow {
  const bytes = Buffer.alloc(6 + (value?.length ?? 0));
  bytes.writeInt16BE(1);
  bytes.writeInt32BE(value?.length ?? -1, 2);
  bytes.write(value ?? '', 6);
  return new SentRow(bytes, 0);
}

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
function send(known: Map<string, RowShape>, ...statements: [text: string, ...values: unknown[]][]) {
  const group = new StatementGroup(known);
  const answers = statements.map(
    ([text, ...parameters]) =>
      new Promise<Answer>((onAnswer, onFault) => group.add({ text, parameters }, { onAnswer, onFault })),
  );
  const { said, connection } = listening();
  group.submit(connection);
  return { group, answers, said };
}

const day = [{ name: 'day', dataTypeID: 1082 }] as Parameters<
  StatementGroup['handleRowDescription']
>[0]['fields'];

describe('a group of statements', () => {
  it('ends with one Sync, and describes once what is prepared', async () => {
    const known = new Map<string, RowShape>();
    const first = send(known, [insertion, '2026-11-21', 7.5], [insertion, null, ['a', 'b"']], ['SELECT 1']);
    expect(first.said).toEqual([
      ...['close', 'parse', 'bind ["2026-11-21","7.5"]', 'describe', 'execute'],
      ...['bind [null,"{\\"a\\",\\"b\\\\\\"\\"}"]', 'execute'],
      ...['parse', 'bind []', 'describe', 'execute', 'sync'],
    ]);
    first.group.handleRowDescription({ fields: day });
    for (const value of ['2026-11-21', null, '1']) {
      first.group.handleDataRow(rowOf(value));
      first.group.handleCommandComplete({ text: 'INSERT 0 1' });
    }
    const rows = (await Promise.all(first.answers)).flatMap((answer) =>
      answer.rows.map(({ fields }) => fields),
    );
    expect(rows).toEqual([['2026-11-21'], [null], ['1']]);

    const second = send(known, [insertion, 1]);
    expect(second.said).toEqual(['bind ["1"]', 'execute', 'sync']);
    second.group.handleDataRow(rowOf('2026-11-22'));
    second.group.handleCommandComplete({ text: 'INSERT 0 1' });
    const [answer] = await Promise.all(second.answers);
    expect(answer?.rows.map((row) => answer.shape.record(row))).toEqual([{ day: '2026-11-22' }]);
  });

  it('fails from the statement that fails, and prepares it anew', async () => {
    const known = new Map<string, RowShape>();
    const { group, answers } = send(known, ['SELECT 1'], [insertion, 1], ['COMMIT']);
    const settled = Promise.allSettled(answers);
    group.handleCommandComplete({ text: 'SELECT 0' });
    group.handleError(failure);
    expect(await settled).toEqual([
      { status: 'fulfilled', value: expect.objectContaining({ command: 'SELECT 0', rows: [] }) },
      { status: 'rejected', reason: expect.objectContaining({ query: insertion, driverError: failure }) },
      { status: 'rejected', reason: expect.objectContaining({ query: 'COMMIT', driverError: failure }) },
    ]);
    expect(send(known, [insertion, 1]).said.slice(0, 2)).toEqual(['close', 'parse']);
  });
});
