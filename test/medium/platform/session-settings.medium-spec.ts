import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestModule, type TestModule } from '../../support/application/test-application.js';

describe('the sessions of the program', () => {
  let owner: TestModule;

  beforeAll(async () => {
    owner = await createTestModule();
    const { pathname } = new URL(owner.databaseUrl);
    await owner.database.query(`ALTER DATABASE "${pathname.slice(1)}" SET timezone = 'Asia/Kolkata'`);
  });
  afterAll(() => owner.close());

  it.each([
    ['nothing of its own', '', '"$user", public'],
    ['a search path', '?options=-c%20search_path%3Dpublic', 'public'],
    ['a search path and a name', '?application_name=crm&options=-csearch_path%3Dpublic', 'public'],
  ])('have its settings, whatever the database and the URL say: %s', async (_what, search, path) => {
    const { database, close } = await createTestModule({ databaseUrl: owner.databaseUrl + search });
    const names = ['timezone', 'jit', 'lock_timeout', 'application_name', 'search_path'];
    const settings = names.map((name) => `current_setting('${name}')`).join(', ');
    const [values] = await database.query<unknown[]>(`SELECT ARRAY[${settings}] AS values`);
    expect(values).toEqual({
      values: ['UTC', 'off', '5s', expect.stringMatching(/^planning-requests/), path],
    });
    await close();
  });
});
