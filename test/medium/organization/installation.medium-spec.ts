import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { InstallationService } from '../../../src/contexts/organization/index.js';
import { UserService } from '../../../src/contexts/organization/users/user.service.js';
import {
  createTestModule,
  startApplication,
  type TestModule,
} from '../../support/application/test-application.js';

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

  it('begins with an administrator, who is a person', async () => {
    const empty = await startApplication({});
    const first = await empty.get(InstallationService).begin('First', 'first@example.com');
    expect(first?.token).toMatchObject({ email_address: 'first@example.com', scopes: ['admin'] });
    expect(first?.link).toMatchObject({ purpose: 'first_start' });
    const [organization] = await empty.database.query<{ id: string }[]>('SELECT id FROM organizations');
    const user = await empty.get(UserService).get(organization?.id ?? '', first?.token.user_id ?? '');
    expect(user).toMatchObject({ type: 'person', is_administrator: true });
    await empty.close();
  });

  it('makes services, and tokens of people cut by what they may do, none for who is archived (user.not_usable)', async () => {
    const users = application.get(UserService);
    const { organizationId } = application;
    const make = (email: string) =>
      installation.createToken({ organization: 'Test organization', email, scopes: ['admin'] });
    const made = await make('new@example.com');
    expect(made.scopes).toEqual(['admin']);
    expect(await users.get(organizationId, made.user_id)).toMatchObject({ type: 'service' });
    const person = { email_address: 'person@example.com', scopes: ['people:write'] };
    const { id } = await users.create(organizationId, person);
    expect(await make('Person@example.com')).toMatchObject({ user_id: id, scopes: ['people:write'] });
    await users.update(organizationId, id, { is_archived: true });
    await expect(make('person@example.com')).rejects.toMatchObject({
      code: 'user.not_usable',
      message: expect.stringMatching(/^email: /),
    });
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
