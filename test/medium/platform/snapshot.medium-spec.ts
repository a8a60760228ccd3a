import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database } from '../../../src/platform/database/index.js';
import { createTestApplication, type TestApplication } from '../../support/test-application.js';

describe('a snapshot', () => {
  let application: TestApplication;
  let database: Database;

  beforeAll(async () => {
    application = await createTestApplication();
    database = application.get(Database);
  });
  afterAll(() => application.close());

  const names = async () =>
    (await database.rows<{ name: string }>('SELECT name FROM tags ORDER BY name_key')).map(
      ({ name }) => name,
    );

  it('reads everything as it was at its first statement', async () => {
    await application.api.create('/v1/tags', { name: 'Before' });
    const [first, second] = await database.snapshot(async () => {
      const before = await names();
      await application.api.create('/v1/tags', { name: 'Meanwhile' });
      return [before, await names()];
    });
    expect([first, second, await names()]).toEqual([['Before'], ['Before'], ['Before', 'Meanwhile']]);
  });

  it('inside another one joins it', async () => {
    const [outer, inner] = await database.snapshot(async () => {
      const before = await names();
      await application.api.create('/v1/tags', { name: 'Later' });
      return [before, await database.snapshot(names)];
    });
    expect(inner).toEqual(outer);
  });

  it('that does not wait for its last statement answers with it, also inside another one', async () => {
    const ahead = () => database.snapshotAhead(() => Promise.resolve({ answer: names() }));
    expect(await ahead()).toEqual(await names());
    expect(await database.snapshot(ahead)).toEqual(await names());
    const failing = database.snapshotAhead(() => Promise.resolve({ answer: database.rows('SELECT 1/0') }));
    await expect(failing).rejects.toThrow('division by zero');
  });

  it('writes nothing', async () => {
    const writing = database.snapshot(() => database.rows('DELETE FROM tags'));
    const cause = expect.objectContaining({ message: expect.stringContaining('read-only transaction') });
    await expect(writing).rejects.toMatchObject({ cause });
  });

  it('that fails gives its connection back', async () => {
    const size = Number(application.database.options.poolSize);
    for (let count = 0; count <= size; count += 1) {
      const failing = database.snapshot(() => Promise.reject(new Error('on purpose')));
      await expect(failing).rejects.toThrow('on purpose');
    }
    expect(await database.snapshot(() => Promise.resolve('read'))).toBe('read');
  });
});
