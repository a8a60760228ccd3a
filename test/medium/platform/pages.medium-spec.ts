import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Conditions, Database, UnitOfWork } from '../../../src/platform/database/index.js';
import { shareTestModule } from '../../support/application/shared-application.js';
import type { TestModule } from '../../support/application/test-application.js';

const values = `
  true AS yes, false AS no, NULL::text AS nothing, 7::int2 AS small, -7::int4 AS negative, 9007199254740993::int8 AS large,
  0.1::float8 AS tenth, 1e21::float8 AS huge, 1e-7::float8 AS tiny, 12.50::numeric(6, 2) AS exact,
  ''::text AS empty, E'"\\\\/\\b\\f\\n\\r\\t\\x01\\x7f' AS escaped, 'zwölf 🚀 ${'\u2028'}' AS wide, 'short'::varchar(9) AS short,
  '0193c1a4-6f0e-7b7a-9a52-0d6a6f1c2b11'::uuid AS uuid, '2026-02-03'::date AS day,
  '2026-11-21 06:30:49+00'::timestamptz AS second, '2026-11-21 06:30:49.1+00'::timestamptz AS tenth_of_it,
  '2026-11-21 06:30:49.123+00'::timestamptz AS millisecond, '2026-11-21 06:30:49.123456+00'::timestamptz AS microsecond,
  '{ "a" : [1, "\\"", null] }'::json AS json, '{"b": {"c": 1.5}}'::jsonb AS jsonb,
  '{}'::text[] AS no_texts, ARRAY['a b', 'c"d', 'e\\f', NULL] AS texts,
  '{}'::uuid[] AS no_ids, ARRAY['0193c1a4-6f0e-7b7a-9a52-0d6a6f1c2b11'::uuid] AS ids, '{1,2}'::int4[] AS numbers`;

describe('a page', () => {
  let application: TestModule;
  let database: Database;

  beforeAll(async () => {
    application = await shareTestModule();
    database = application.get(Database);
  });
  afterAll(() => application.close());

  const pageOf = (columns: string, count: number, page = { page: 1, pageSize: 500 }) =>
    database.page<object>({
      table: 'generate_series(1, 1000) id',
      columns,
      conditions: new Conditions().and('id <= ?', count),
      page,
    });
  const listOf = async (columns: string, count: number): Promise<unknown> =>
    JSON.parse((await pageOf(columns, count)).between('[', ']').toString());

  it('says of every value what a record of it says', async () => {
    const records = JSON.parse(JSON.stringify(await database.rows(`SELECT ${values}`))) as unknown;
    expect(await listOf(values, 1)).toEqual(records);
    expect((await pageOf(values, 1)).rows).toEqual(records);
  });

  it('has the total, also where it is empty', async () => {
    const [last, past, none] = await Promise.all([
      pageOf('id', 7, { page: 4, pageSize: 2 }),
      pageOf('id', 7, { page: 5, pageSize: 2 }),
      pageOf('id', 0),
    ]);
    expect([last.total, last.count, last.rows]).toEqual([7, 1, [{ id: 7 }]]);
    expect([past.total, past.count, past.rows]).toEqual([7, 0, []]);
    expect([none.total, none.count, none.between('[', ']').toString()]).toEqual([0, 0, '[]']);
  });

  it('is mixed up with no other one that is read at the same time, however large its rows are', async () => {
    const sizes = [1, 20_000, 3, 500_000, 40, 100_000, 2];
    const columns = (size: number) => `id, repeat(chr(64 + id % 26), ${size}) AS text`;
    const expected = (size: number) =>
      [1, 2, 3].map((id) => ({ id, text: String.fromCharCode(64 + id).repeat(size) }));
    for (let round = 0; round < 2; round += 1) {
      const lists = await Promise.all(sizes.map((size) => listOf(columns(size), 3)));
      expect(lists).toEqual(sizes.map(expected));
    }
  });

  it('is read within the unit of work that asks for it', async () => {
    const read = await application.get(UnitOfWork).run(async () => {
      await database.rows(`SELECT set_config('planning.asked', 'here', true)`);
      return pageOf(`current_setting('planning.asked', true) AS asked`, 1);
    });
    expect(read.rows).toEqual([{ asked: 'here' }]);
  });

  it('that fails halfway gives its connection back', async () => {
    const size = Number(application.database.options.poolSize);
    for (let count = 0; count <= size; count += 1) {
      await expect(pageOf('1 / (id - 900)', 1000, { page: 2, pageSize: 500 })).rejects.toThrow(
        'division by zero',
      );
    }
    expect((await pageOf('id', 1)).rows).toEqual([{ id: 1 }]);
  });
});
