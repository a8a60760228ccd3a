import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Database, UnitOfWork } from '../../../src/platform/database/index.js';
import { createTestModule, type TestModule } from '../../support/application/test-application.js';
import { sendingOf } from '../../support/databases/sent-statements.js';

const settings = `SELECT set_config('lock_timeout', '4321ms', true)`;
const setting = `SELECT current_setting('lock_timeout') AS value`;

describe('a batch', () => {
  let application: TestModule;
  let database: Database;

  beforeAll(async () => {
    application = await createTestModule({ settings: { DATABASE_POOL_SIZE: '2' } });
    database = application.get(Database);
    await database.rows('CREATE TABLE batched (id integer PRIMARY KEY)');
  });
  beforeEach(() => database.rows('TRUNCATE batched'));
  afterAll(() => application.close());

  const ids = async () =>
    (await database.rows<{ id: number }>('SELECT id FROM batched ORDER BY id')).map(({ id }) => id);

  it('holds its settings for its own statement, in one packet', async () => {
    const before = await database.first(setting);
    const { result, packets } = await sendingOf(() => database.batch(settings, setting, []));
    expect([result, packets]).toEqual([[{ value: '4321ms' }], 1]);
    expect(await database.first(setting)).toEqual(before);
  });

  it('is committed whole, or not at all', async () => {
    const insert = 'INSERT INTO batched SELECT unnest($1::integer[]) RETURNING id';
    expect(await database.batch(settings, insert, [[1, 2]])).toEqual([{ id: 1 }, { id: 2 }]);
    await expect(database.batch(settings, insert, [[3, 2]])).rejects.toMatchObject({
      driverError: { code: '23505' },
    });
    await expect(database.batch('SELECT 1 / 0', insert, [[5]])).rejects.toThrow('division by zero');
    expect(await ids()).toEqual([1, 2]);
  });

  it('is refused inside of a unit of work, for whose rest its settings would hold', async () => {
    const inside = application.get(UnitOfWork).run(() => database.batch(settings, setting, []));
    await expect(inside).rejects.toThrow('A batch is a transaction of its own.');
  });
});
