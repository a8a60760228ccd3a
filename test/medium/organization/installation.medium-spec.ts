import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { InstallationService } from '../../../src/contexts/organization/index.js';
import { createTestModule, type TestModule } from '../../support/application/test-application.js';

describe('an installation', () => {
  let application: TestModule;
  let installation: InstallationService;

  beforeAll(async () => {
    application = await createTestModule();
    installation = application.get(InstallationService);
  });
  afterAll(() => application.close());

  it('that has an organization is not begun again', async () => {
    expect(await installation.begin('Second', 'a@example.com')).toBeNull();
  });

  it('makes one organization when ten ask for it at once, whatever the case of its name', async () => {
    const made = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        installation.createToken({
          organization: index % 2 ? 'Contested' : 'CONTESTED ',
          email: 'a@example.com',
          scopes: ['read'],
        }),
      ),
    );
    expect(new Set(made.map(({ token }) => token)).size).toBe(10);
    const [row] = await application.database.query<{ count: number }[]>(
      `SELECT count(*)::int FROM organizations WHERE name_key = 'contested'`,
    );
    expect(row?.count).toBe(1);
  });
});
