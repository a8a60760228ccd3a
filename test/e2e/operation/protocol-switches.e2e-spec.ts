import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { declareTopics, EventPublisher, topic } from '../../../src/platform/events/index.js';
import { Conditions, Database, UnitOfWork } from '../../../src/platform/database/index.js';
import { StatementPipeline } from '../../../src/platform/database/protocol/statement-pipeline.js';
import { DataRowResult } from '../../../src/platform/database/protocol/rows/data-row-result.js';
import { newId } from '../../../src/platform/values/index.js';
import { createTestApplication, type TestApplication } from '../../support/application/test-application.js';

const switched = topic('test.switched', { meaning: 'A test.', subject: 'Nothing.', payload: {} });
let undeclare: () => void;
beforeAll(() => {
  undeclare = declareTopics([switched]);
});
afterAll(() => undeclare());

const kinds = `SELECT 7::bigint AS count, 1.50::numeric AS amount, 2.5::float8 AS share, true AS flag,
  '2026-11-21'::date AS day, '2026-11-21T06:30:49.1Z'::timestamptz AS instant, ARRAY['a', 'b"'] AS names,
  ARRAY[]::text[] AS none, json_build_object('a', 1) AS object, NULL::text AS nothing, E'"\\n\\u00e4' AS text`;
const record = {
  count: '7',
  amount: '1.50',
  share: 2.5,
  flag: true,
  day: '2026-11-21',
  instant: '2026-11-21T06:30:49.100Z',
  names: ['a', 'b"'],
  none: [],
  object: { a: 1 },
  nothing: null,
  text: '"\nä',
};

describe.each([
  { DATABASE_PIPELINE: 'pg', DATABASE_ROWS: 'own' },
  { DATABASE_PIPELINE: 'own', DATABASE_ROWS: 'pg' },
  { DATABASE_PIPELINE: 'pg', DATABASE_ROWS: 'pg' },
])('with the pipeline $DATABASE_PIPELINE and the rows $DATABASE_ROWS', (settings) => {
  let application: TestApplication;
  let database: Database;
  let unitOfWork: UnitOfWork;

  beforeAll(async () => {
    application = await createTestApplication({ settings });
    database = application.get(Database);
    unitOfWork = application.get(UnitOfWork);
    await database.rows('CREATE TABLE switched (id integer PRIMARY KEY, name text NOT NULL)');
  });
  afterAll(() => application.close());

  const insert = (id: number, name: string | null) =>
    database.rows('INSERT INTO switched VALUES ($1, $2)', [id, name]);
  const names = async () =>
    (await database.rows<{ name: string }>('SELECT name FROM switched ORDER BY id')).map(({ name }) => name);

  it('uses the mechanisms that the settings name', async () => {
    const packets = jest.spyOn(StatementPipeline.prototype, 'submit');
    const records = jest.spyOn(DataRowResult.prototype, 'records');
    await names();
    expect(packets.mock.calls.length > 0).toBe(settings.DATABASE_PIPELINE === 'own');
    expect(records.mock.calls.length > 0).toBe(settings.DATABASE_ROWS === 'own');
    packets.mockRestore();
    records.mockRestore();
  });

  it('gives the same values of every type', async () => {
    expect(await database.first(kinds)).toEqual(record);
    const page = await database.page({
      table: `(SELECT 1 AS id, k.* FROM (${kinds}) k UNION ALL SELECT 2, k.* FROM (${kinds}) k) t`,
      columns: 't.*',
      conditions: new Conditions().and('t.id >= ?', 1),
      page: { page: 1, pageSize: 1 },
    });
    expect([page.total, page.count]).toEqual([2, 1]);
    expect(JSON.parse(page.between('{"results":[', ']}').toString())).toEqual({
      results: [{ id: 1, ...record }],
    });
  });

  it('answers lists, with and without rows', async () => {
    for (const name of ['First', 'Second']) await application.api.create('/v1/tags', { name });
    const list = await application.api.get('/v1/tags?pageSize=1');
    expect(list.body).toMatchObject({ total: 2, count: 1, results: [{ name: 'First' }] });
    const empty = await application.api.get('/v1/tags?page=9');
    expect(empty.body).toMatchObject({ total: 2, count: 0, results: [] });
  });

  it('commits a unit of work with its event, and undoes a failed one with the error of the first statement that failed', async () => {
    const event = { organizationId: application.organizationId, id: newId() };
    const events = application.get(EventPublisher);
    await unitOfWork.run(async () => {
      await Promise.all([insert(1, 'One'), events.publish(switched, event)]);
    });
    const failing = unitOfWork.run(async () => {
      void insert(2, null).catch(() => undefined);
      await events.publish(switched, event);
      await insert(3, 'Three');
    });
    await expect(failing).rejects.toMatchObject({ driverError: { code: '23502' } });
    const outbox = await database.rows('SELECT FROM outbox_events WHERE topic = $1', [switched.name]);
    expect([await names(), outbox.length]).toEqual([['One'], 1]);
  });

  it('goes on with the connection after an error, also of a statement that it prepares', async () => {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await expect(insert(1, 'Again')).rejects.toMatchObject({ driverError: { code: '23505' } });
      await expect(
        unitOfWork.run(() => application.api.create('/v1/tags', { name: 'First' })),
      ).rejects.toThrow('409');
    }
    expect(await names()).toEqual(['One']);
  });

  it('undoes a savepoint alone', async () => {
    await unitOfWork.run(async () => {
      await insert(4, 'Kept');
      const failing = database.manager.transaction(() => insert(4, 'Twice'));
      await expect(failing).rejects.toMatchObject({ driverError: { code: '23505' } });
    });
    expect(await names()).toEqual(['One', 'Kept']);
  });

  it('executes a batch as a transaction, whose settings end with it', async () => {
    const sorts = `SELECT set_config('enable_sort', 'off', true)`;
    const setting = `SELECT current_setting('enable_sort') AS value`;
    expect(await database.batch(sorts, setting, [])).toEqual([{ value: 'off' }]);
    expect(await database.first(setting)).toEqual({ value: 'on' });
    const twice = 'INSERT INTO switched SELECT unnest($1::integer[]), $2';
    await expect(database.batch(sorts, twice, [[5, 5], 'Five'])).rejects.toMatchObject({
      driverError: { code: '23505' },
    });
    expect(await names()).toEqual(['One', 'Kept']);
  });
});
