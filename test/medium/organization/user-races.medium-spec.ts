import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AccessTokenService } from '../../../src/contexts/organization/index.js';
import type { UpdateUserRequest } from '../../../src/contexts/organization/users/user.dto.js';
import { UserService } from '../../../src/contexts/organization/users/user.service.js';
import { outcomesOf, raceBehind } from '../../support/application/race.js';
import { shareTestModule } from '../../support/application/shared-application.js';
import type { TestModule } from '../../support/application/test-application.js';

const ROUNDS = 10;
const token = { name: 'n', scopes: ['admin'], expiresAt: null };

describe('administrators at the same moment', () => {
  let application: TestModule;
  let users: UserService;
  let tokens: AccessTokenService;
  let organizations = 0;

  beforeAll(async () => {
    application = await shareTestModule();
    users = application.get(UserService);
    tokens = application.get(AccessTokenService);
  });
  afterAll(() => application.close());

  const anOrganization = async (): Promise<string> =>
    (await application.organization(`Administered ${(organizations += 1)}`)).organizationId;
  const administrators = (organizationId: string, count: number): Promise<string[]> =>
    Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const email_address = `administrator${index}@example.com`;
        return (await users.create(organizationId, { email_address, is_administrator: true })).id;
      }),
    );
  const acting = async (organizationId: string): Promise<number> => {
    const query = { is_administrator: true, is_archived: false };
    return (await users.list(organizationId, query, { page: 1, pageSize: 500 })).rows.length;
  };

  it.each<[string, UpdateUserRequest, UpdateUserRequest]>([
    ['demote', { is_administrator: false }, { is_administrator: false }],
    ['archive', { is_archived: true }, { is_archived: true }],
    ['demote and archive', { is_administrator: false }, { is_archived: true }],
  ])(
    'of whom two %s each other: one succeeds, the other is user.last_administrator',
    async (_what, ...patches) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const organizationId = await anOrganization();
        const ids = await administrators(organizationId, 2);
        const outcomes = await outcomesOf(2, (index) =>
          users.update(organizationId, ids[index] ?? '', patches[index] ?? {}),
        );
        expect(outcomes).toEqual({ ok: 1, 'user.last_administrator': 1 });
        expect(await acting(organizationId)).toBe(1);
      }
    },
  );

  it('of whom all eight leave: one stays', async () => {
    const organizationId = await anOrganization();
    const ids = await administrators(organizationId, 8);
    const outcomes = await outcomesOf(8, (index) =>
      users.update(organizationId, ids[index] ?? '', { is_archived: true }),
    );
    expect(outcomes).toEqual({ ok: 7, 'user.last_administrator': 1 });
  });

  it('wait for each other, and for nobody who writes something else', async () => {
    const organizationId = await anOrganization();
    const [first = '', second = ''] = await administrators(organizationId, 2);
    const demote = (id: string) => () => users.update(organizationId, id, { is_administrator: false });
    expect(await raceBehind(application, demote(first), demote(second))).toEqual({
      waited: true,
      outcome: 'user.last_administrator',
    });
    const other = () => users.create(organizationId, { email_address: 'other@example.com' });
    const promote = () => users.update(organizationId, first, { is_administrator: true });
    expect(await raceBehind(application, promote, other)).toEqual({ waited: false, outcome: 'ok' });
  });

  it('who hold tokens, where no person is one: while one token is revoked, the holder of the other stays', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const organizationId = await anOrganization();
      const [one, other] = await Promise.all(
        ['one', 'other'].map((name) => tokens.createFor(organizationId, `${name}@example.com`, token)),
      );
      const { rows } = await tokens.list(organizationId, { page: 1, pageSize: 500 });
      const first = rows.find(({ email_address }) => email_address === 'admin@example.com');
      await tokens.revoke(organizationId, first?.id ?? '');
      const outcomes = await outcomesOf(2, (index) =>
        index === 0
          ? tokens.revokeUnlessLastAdmin(organizationId, one?.id ?? '')
          : users.update(organizationId, other?.user_id ?? '', { is_archived: true }),
      );
      expect([
        { ok: 1, 'user.last_administrator': 1 },
        { ok: 1, 'token.last_admin': 1 },
      ]).toContainEqual(outcomes);
    }
  });
});

describe('users at the same moment', () => {
  it('are one for each address, whoever makes them: a token for it belongs to the one there is', async () => {
    const application = await shareTestModule();
    const { organizationId } = application;
    const [users, tokens] = [application.get(UserService), application.get(AccessTokenService)];
    for (let round = 0; round < ROUNDS; round += 1) {
      const address = `contested${round}@example.com`;
      const outcomes = await outcomesOf(6, (index) =>
        index % 2
          ? users.create(organizationId, { email_address: address, is_administrator: true })
          : tokens.createFor(organizationId, address.toUpperCase(), token),
      );
      const refused = outcomes['user.email_in_use'] ?? 0;
      expect([2, 3]).toContain(refused);
      expect(outcomes.ok).toBe(6 - refused);
      const page = { page: 1, pageSize: 500 };
      const { rows } = await users.list(organizationId, { terms: address }, page);
      expect(rows).toHaveLength(1);
    }
    await application.close();
  });
});
