import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LinkedUsers } from '../../../src/contexts/organization/open-id/linked-users.js';
import { UserService } from '../../../src/contexts/organization/users/user.service.js';
import { UnitOfWork } from '../../../src/platform/database/index.js';
import { outcomesOf, raceBehind } from '../../support/application/race.js';
import { createTestModule, type TestModule } from '../../support/application/test-application.js';

const ROUNDS = 10;
const issuer = 'https://login.example.com';
const client = { OIDC_CLIENT_ID: 'planning', OIDC_CLIENT_SECRET: 'hush' };

describe('accounts of a provider at the same moment', () => {
  let application: TestModule;
  let users: UserService;
  let organizationId: string;
  let people = 0;

  beforeAll(async () => {
    const settings = { SIGN_IN: 'oidc', OIDC_ISSUER: issuer, ...client };
    application = await createTestModule({ settings });
    users = application.get(UserService);
    ({ organizationId } = application);
  });
  afterAll(() => application.close());

  const anAddress = (): string => `person${(people += 1)}@example.com`;
  const signIn = (subject: string, address: string): Promise<unknown> =>
    application
      .get(UnitOfWork)
      .run(() => application.get(LinkedUsers).lock(organizationId, { issuer, subject }, address));

  it('that have one address: one gets the user, the others are sign_in.user_unknown', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const address = anAddress();
      const { id } = await users.create(organizationId, { email_address: address });
      const outcomes = await outcomesOf(5, (index) => signIn(`${address} ${index}`, address));
      expect(outcomes).toEqual({ ok: 1, 'sign_in.user_unknown': 4 });
      expect((await users.get(organizationId, id)).oidc_subject).toMatch(address);
    }
  });

  it('that are one with two addresses, become that of one user', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const addresses = [anAddress(), anAddress()];
      for (const email_address of addresses) await users.create(organizationId, { email_address });
      const outcomes = await outcomesOf(2, (index) => signIn(`both ${round}`, addresses[index] ?? ''));
      expect([{ ok: 2 }, { ok: 1, 'user.oidc_subject_in_use': 1 }]).toContainEqual(outcomes);
      const linked = await application.database.query<object[]>(
        'SELECT id FROM users WHERE oidc_subject = $1',
        [`both ${round}`],
      );
      expect(linked).toHaveLength(1);
    }
  });

  it('wait for who archives the user, or names another account: they are refused then', async () => {
    for (const patch of [{ is_archived: true }, { oidc_subject: 'another' }]) {
      const address = anAddress();
      const { id } = await users.create(organizationId, { email_address: address });
      const change = () => users.update(organizationId, id, patch);
      expect(await raceBehind(application, change, () => signIn(`late ${address}`, address))).toEqual({
        waited: true,
        outcome: 'sign_in.user_unknown',
      });
    }
  });

  it('are not linked anew by an address behind an administrator who has just taken them away', async () => {
    const address = anAddress();
    const members = { email_address: address, oidc_subject: `taken ${address}` };
    const { id } = await users.create(organizationId, members);
    const take = () => users.update(organizationId, id, { oidc_subject: null });
    const behind = () =>
      application
        .get(UnitOfWork)
        .run(() =>
          application.get(LinkedUsers).lock(organizationId, { issuer, subject: members.oidc_subject }, null),
        );
    expect(await raceBehind(application, take, behind)).toEqual({
      waited: true,
      outcome: 'sign_in.user_unknown',
    });
  });

  it('of the last two administrators who can sign in: one loses theirs, the other is user.last_administrator', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { organizationId: own } = await application.organization(`Administered ${round}`);
      await users.create(own, { email_address: 'unable@example.com', is_administrator: true });
      const ids: string[] = [];
      for (const name of ['ada', 'grace']) {
        const members = { email_address: `${name}@example.com`, is_administrator: true, oidc_subject: name };
        ids.push((await users.create(own, members)).id);
      }
      const outcomes = await outcomesOf(2, (index) =>
        users.update(own, ids[index] ?? '', { oidc_subject: null }),
      );
      expect(outcomes).toEqual({ ok: 1, 'user.last_administrator': 1 });
    }
  });
});
