import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CopyStage, rowsOf } from '../../support/databases/copy-stage.js';
import { createTestDatabase, type TestDatabase } from '../../../src/testing/test-database.js';

const oddTable = `
  CREATE TABLE odd_values ("No" bigint GENERATED ALWAYS AS IDENTITY, txt text, "Quoted ""column""" text[], amount numeric,
    ratio float8, day date, at timestamptz, took interval, bytes bytea, content jsonb, raw json, is_so boolean,
    length_of_text integer GENERATED ALWAYS AS (length(txt)) STORED);
  CREATE SEQUENCE odd_numbers START 7;
  CREATE TABLE odd_parts (id integer NOT NULL, part integer NOT NULL) PARTITION BY RANGE (part)`;

const oddRows = String.raw`
  INSERT INTO odd_values (txt, "Quoted ""column""", amount, ratio, day, at, took, bytes, content, raw, is_so) VALUES
    ('\.', ARRAY['\N', NULL, '', '{a,"b"}'], 'NaN', 'NaN', 'infinity', '-infinity', '1 year 2 mons -3 days 04:05:06.789', '\x00ff5c2e0a', '{"b": 1.10, "a": null}', '{"b":  1.10}', true),
    ('', '{}', 12345678901234567890.123400, 'Infinity', '0044-03-15 BC', '2026-03-29 01:30:00.123456+00', '0', '', '"\\"', ' 1 ', false),
    (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
    (E'tab\there, line\nbreak, return\r, back\\slash, \b\f\v, NUL cannot be', ARRAY[E'a\nb'], 0.0000, 0.1, '2026-02-28', '1999-12-31 23:59:59.999999+00', '-1 mons', '\xdeadbeef', '[]', '[]', NULL),
    ('Ünïcode ✓ 👩‍🚀 ' || chr(1) || chr(127) || ' %_\', ARRAY['✓'], -0.50, 1e-300, '9999-12-31', 'infinity', '178000000 years', '\x5c2e', '{"✓": "\u00e9"}', 'null', true);
  SELECT nextval('odd_numbers'), nextval('odd_numbers')`;

/** All that a table has beside its rows. */
const schema = `
  SELECT format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS line FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace
  UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
  UNION ALL SELECT format('%s %s', pg_get_triggerdef(oid), tgenabled) FROM pg_trigger WHERE NOT tgisinternal
  UNION ALL SELECT format('%s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default)
    FROM information_schema.columns WHERE table_schema = 'public'
  ORDER BY line`;

describe('a restored database', () => {
  let stage: CopyStage;
  let source: TestDatabase;
  let target: TestDatabase;

  beforeAll(async () => {
    stage = await CopyStage.open();
    source = await createTestDatabase();
    target = await createTestDatabase();
    for (const { url } of [source, target]) await rowsOf(url, oddTable);
    await rowsOf(source.url, oddRows);
    await rowsOf(
      source.url,
      `CREATE TABLE odd_parts_1 PARTITION OF odd_parts FOR VALUES FROM (0) TO (10);
       CREATE TABLE odd_parts_2 PARTITION OF odd_parts FOR VALUES FROM (10) TO (MAXVALUE);
       INSERT INTO odd_parts SELECT n, n FROM generate_series(1, 30) n;
       CREATE TABLE of_somebody_else (id integer); INSERT INTO of_somebody_else VALUES (1), (2);
       CREATE SCHEMA bullmq; CREATE TABLE bullmq.jobs (id integer); INSERT INTO bullmq.jobs VALUES (1)`,
    );
    const file = await stage.backUp(source.url, 'odd.backup');
    const summary = await stage.restore(target.url, file);
    expect(summary).toMatchObject({ rows: 35, left_out: ['"of_somebody_else"'], key: 'not_needed' });
  });
  afterAll(async () => {
    await source.drop();
    await target.drop();
    await stage.remove();
  });

  const both = async (statement: string) => {
    const [one, other] = await Promise.all([rowsOf(source.url, statement), rowsOf(target.url, statement)]);
    expect(other).toEqual(one);
    return one;
  };

  it('has every value to the last bit, of every type, generated columns and identities too', async () => {
    const rows = await both(
      `SELECT v::text, octet_length(txt) AS bytes, "No" FROM odd_values v ORDER BY "No"`,
    );
    expect(rows).toHaveLength(5);
  });

  it('counts on where the sequences were', async () => {
    await both(`SELECT last_value, is_called FROM odd_numbers`);
    await rowsOf(target.url, 'INSERT INTO odd_values DEFAULT VALUES');
    expect(await rowsOf(target.url, 'SELECT max("No")::int AS no FROM odd_values')).toEqual([{ no: 6 }]);
  });

  it('has the partitions in which the rows were', async () => {
    expect(
      await both('SELECT tableoid::regclass::text AS part, count(*) FROM odd_parts GROUP BY 1 ORDER BY 1'),
    ).toEqual([
      { part: 'odd_parts_1', count: '9' },
      { part: 'odd_parts_2', count: '21' },
    ]);
  });

  it('has no table of somebody else and no job of the queue', async () => {
    expect(
      await rowsOf(
        target.url,
        `SELECT to_regclass('of_somebody_else') AS own, to_regclass('bullmq.jobs') AS job`,
      ),
    ).toEqual([{ own: null, job: null }]);
  });

  it('has the same constraints, indexes and triggers, all of them in force, as a new database', async () => {
    const fresh = await createTestDatabase();
    const [before, after] = [await rowsOf(fresh.url, schema), await rowsOf(target.url, schema)];
    await fresh.drop();
    const ours = after.filter(({ line }) => !String(line).includes('odd_'));
    expect(ours).toEqual(before);
    expect(ours.filter(({ line }) => String(line).includes('FOREIGN KEY')).length).toBeGreaterThan(40);
  });

  it('has statistics, so that its first lists are planned well', async () => {
    const analyzed = `SELECT count(*)::int AS tables FROM pg_class WHERE relname = 'odd_values' AND reltuples = 5`;
    const { tables } = (await rowsOf<{ tables: number }>(target.url, analyzed))[0] ?? {};
    expect(tables).toBe(1);
  });
});
