import { AsyncResource } from 'node:async_hooks';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TagService } from '../../../src/contexts/organization/tags/tag.service.js';
import { Database } from '../../../src/platform/database/index.js';
import { createTestModule, type TestModule } from '../../support/application/test-application.js';

describe('a snapshot', () => {
  let application: TestModule;
  let database: Database;

  beforeAll(async () => {
    application = await createTestModule();
    database = application.get(Database);
  });
  afterAll(() => application.close());

  const others = new AsyncResource('others');
  const newTag = (name: string) =>
    others.runInAsyncScope(() => application.get(TagService).create(application.organizationId, { name }));
  const names = async () =>
    (await database.rows<{ name: string }>('SELECT name FROM tags ORDER BY name_key')).map(
      ({ name }) => name,
    );

  it('reads everything as it was at its first statement', async () => {
    await newTag('Before');
    const [first, second] = await database.snapshot(async () => {
      const before = await names();
      await newTag('Meanwhile');
      return [before, await names()];
    });
    expect([first, second, await names()]).toEqual([['Before'], ['Before'], ['Before', 'Meanwhile']]);
  });

  it('inside another one joins it', async () => {
    const [outer, inner] = await database.snapshot(async () => {
      const before = await names();
      await newTag('Later');
      return [before, await database.snapshot(names)];
    });
    expect(inner).toEqual(outer);
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
