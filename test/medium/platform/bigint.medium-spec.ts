import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Column, DataSource, Entity, PrimaryColumn } from 'typeorm';
import { connectionOptions } from '../../../src/platform/database/connection.js';
import { Conditions, Database, UnitOfWork } from '../../../src/platform/database/index.js';
import { createTestDatabase, type TestDatabase } from '../../../src/testing/test-database.js';

@Entity('counters')
class Counter {
  @PrimaryColumn('bigint')
  id!: string;

  @Column('bigint', { array: true })
  steps!: string[];
}

// None of them is a number of JavaScript.
const values = ['9007199254740993', '-9007199254740993', '9223372036854775807', '-9223372036854775808'];

describe('a column of the type bigint', () => {
  let own: TestDatabase;
  let source: DataSource;
  let database: Database;

  beforeAll(async () => {
    own = await createTestDatabase();
    source = new DataSource({ ...connectionOptions(own.url, 2), entities: [Counter] });
    await source.initialize();
    await source.query('CREATE TABLE counters (id bigint PRIMARY KEY, steps bigint[] NOT NULL)');
    await source.getRepository(Counter).insert(values.map((id) => ({ id, steps: [id, '7'] })));
    database = new Database(source);
  });
  afterAll(async () => {
    await source.destroy();
    await own.drop();
  });

  const expected = [...values]
    .sort((one, other) => Number(BigInt(one) - BigInt(other)))
    .map((id) => ({ id, steps: [id, '7'] }));

  it('is exact text in an entity, also within a unit of work', async () => {
    const find = () => database.manager.find(Counter, { order: { id: 'ASC' } });
    expect(await find()).toEqual(expected);
    expect(await new UnitOfWork(source).run(find)).toEqual(expected);
    expect(await source.getRepository(Counter).findOneBy({ id: '9007199254740993' })).toEqual({
      id: '9007199254740993',
      steps: ['9007199254740993', '7'],
    });
  });

  it('is the same text in a record, a list and a query of TypeORM', async () => {
    const statement = 'SELECT id, steps FROM counters ORDER BY id';
    const list = await database.page({
      table: 'counters c',
      columns: 'c.id, c.steps',
      conditions: new Conditions().and('c.id <> ?', 0),
      page: { page: 1, pageSize: 500 },
    });
    expect(await database.rows(statement)).toEqual(expected);
    expect(await source.query(statement)).toEqual(expected);
    expect([list.total, JSON.parse(list.between('[', ']').toString())]).toEqual([4, expected]);
  });
});
