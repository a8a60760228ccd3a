import { EventEmitter } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Client, Query } from 'pg';
import {
  connectionOf,
  prepareValue,
  serverProcessOf,
  socketOf,
} from '../../../src/platform/database/protocol/pg-internals.js';
import { createTestDatabase, type TestDatabase } from '../../../src/testing/test-database.js';

const CURE =
  'see src/platform/database/protocol/README.md, and set DATABASE_PIPELINE=pg or DATABASE_ROWS=pg meanwhile';

function mustHold(holds: boolean, what: string): void {
  if (!holds) throw new Error(`pg has changed: ${what}. What to do: ${CURE}.`);
}

describe('of the private parts of pg', () => {
  let database: TestDatabase;
  let client: Client;

  beforeAll(async () => {
    database = await createTestDatabase(false);
  });
  beforeEach(() => {
    client = new Client({ connectionString: database.url, pipeline: true });
  });
  afterEach(() => client.end());
  afterAll(() => database.drop());

  it('Client.connection.attachListeners(stream) begins to read, and hands each row to Client as the event dataRow', async () => {
    const connection = connectionOf(client);
    mustHold(
      typeof connection?.attachListeners === 'function',
      'Client.connection has no attachListeners(stream), which data-row-reader.ts replaces',
    );
    const attach = jest.spyOn(connection, 'attachListeners');
    const rows: { fields?: unknown }[] = [];
    connection.on('dataRow', (row: { fields?: unknown }) => rows.push(row));
    await client.connect();
    mustHold(attach.mock.calls.length > 0, 'it connects without calling attachListeners(stream)');
    mustHold(
      attach.mock.calls[0]?.[0] === socketOf(client),
      'attachListeners gets another stream than that of the connection',
    );
    await client.query(`SELECT 'a', NULL`);
    mustHold(
      JSON.stringify(rows.map(({ fields }) => fields)) === '[["a",null]]',
      'the event dataRow of Client.connection carries no fields with one text or null for each value',
    );
  });

  it('Client.connection reads what is emitted as data of the stream that attachListeners gets', () => {
    const stream = new EventEmitter();
    const messages: unknown[] = [];
    const connection = connectionOf(client);
    connection.attachListeners(stream);
    connection.on('commandComplete', ({ text }: { text: string }) => messages.push(text));
    stream.emit('data', Buffer.from([0x43, 0, 0, 0, 10, ...Buffer.from('BEGIN\0')]));
    mustHold(
      messages[0] === 'BEGIN',
      'Client.connection does not read the data of the stream of attachListeners',
    );
  });

  it('Client.connection writes parse, bind, describe, execute, close and sync, and Query.submit(connection) may call them', async () => {
    await client.connect();
    const messages: unknown[] = [];
    const query = Object.assign(new Query(''), {
      submit: (connection: ReturnType<typeof connectionOf>) => {
        connection.stream.cork();
        connection.close({ type: 'S', name: 'probe' });
        connection.parse({ name: 'probe', text: 'SELECT $1 AS value' });
        connection.bind({ statement: 'probe', values: ['bound'] });
        connection.describe({ type: 'P' });
        connection.execute();
        connection.sync();
        connection.stream.uncork();
      },
      handleRowDescription: ({ fields }: { fields: { name: string }[] }) => messages.push(fields[0]?.name),
      handleDataRow: ({ fields }: { fields: string[] }) => messages.push(fields[0]),
      handleCommandComplete: ({ text }: { text: string }) => messages.push(text),
      handleError: (error: Error) => messages.push(error.message),
    });
    await new Promise<void>((resolve) => {
      client.query(Object.assign(query, { handleReadyForQuery: () => resolve() }) as never);
    });
    mustHold(
      JSON.stringify(messages) === '["value","bound","SELECT 1"]',
      `a query that writes parse, bind, describe, execute and sync gets ${JSON.stringify(messages)} through its handle... methods`,
    );
  });

  it('Client gives an error to handleError of the query and goes on with the next', async () => {
    await client.connect();
    const failing = client.query('SELECT 1/0').then(
      () => 'a result',
      (error: Error) => error.message,
    );
    const next = client.query('SELECT 1 AS one');
    mustHold(
      (await failing) === 'division by zero',
      'a failing query does not fail by itself in its pipeline',
    );
    mustHold((await next).rows[0]?.one === 1, 'its pipeline ends with a failing query');
  });

  it('Client.processID is the process of the server', async () => {
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    mustHold(serverProcessOf(client) === rows[0]?.pid, 'Client.processID is not the process of the server');
  });

  it('Client emits drain when everything has its result', async () => {
    await client.connect();
    let drained = 0;
    client.on('drain', () => (drained += 1));
    await Promise.all([client.query('SELECT 1'), client.query('SELECT 2')]);
    await new Promise((resolve) => setImmediate(resolve));
    mustHold(drained > 0, 'it emits no drain, by which the watch of connections sees that nothing is due');
  });

  it('prepareValue of pg/lib/utils makes text of parameters', () => {
    expect(typeof prepareValue).toBe('function');
    const made = [7.5, ['a', 'b"'], null, { a: 1 }].map((value) => prepareValue(value));
    mustHold(
      JSON.stringify(made) === JSON.stringify(['7.5', '{"a","b\\""}', null, '{"a":1}']),
      `pg/lib/utils makes other texts of parameters: ${JSON.stringify(made)}`,
    );
  });
});
