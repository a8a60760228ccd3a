import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient } from '../../support/requests/api-client.js';
import { createTestApplication, type TestApplication } from '../../support/application/test-application.js';
import { until } from '../../../src/testing/until.js';

interface Token {
  id: string;
  token: string;
  code: string;
}

const ROUNDS = 10;

describe('access tokens at the same moment', () => {
  let first: TestApplication;
  let second: TestApplication;

  beforeAll(async () => {
    first = await createTestApplication();
    second = await createTestApplication({ databaseUrl: first.databaseUrl });
  });
  afterAll(async () => {
    await second.close();
    await first.close();
  });

  const make = (api: ApiClient, scopes: string[]) =>
    api.create<Token>('/v1/access-tokens', { name: 'n', scopes });
  const statusesOf = (token: string): Promise<number[]> =>
    Promise.all(
      [first, second].map(async ({ url }) => (await new ApiClient(url, token).get('/v1/me')).status),
    );

  it('of two administrators who revoke each other one stays (token.last_admin)', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const owner = await first.organization(`Mutual ${round}`);
      const { token_id: own } = (await owner.api.get<{ token_id: string }>('/v1/me')).body;
      const other = await make(owner.api, ['admin']);
      const otherApi = new ApiClient(second.url, other.token);
      const answers = await Promise.all([
        owner.api.delete<{ code: string } | null>(`/v1/access-tokens/${other.id}`),
        otherApi.delete<{ code: string } | null>(`/v1/access-tokens/${own}`),
      ]);
      // The later one may be so late that its own token is revoked already.
      const statuses = answers.map(({ status }) => status).sort();
      expect([
        [204, 409],
        [204, 401],
      ]).toContainEqual(statuses);
      const late = answers.find(({ status }) => status === 409);
      if (late) expect(late.body?.code).toBe('token.last_admin');
      const usable = await first.database.query<unknown[]>(
        'SELECT 1 FROM access_tokens WHERE organization_id = $1 AND revoked_at IS NULL',
        [owner.organizationId],
      );
      expect(usable).toHaveLength(1);
    }
  });

  it('of all administrators who revoke themselves one stays', async () => {
    const owner = await first.organization('Leaving');
    const others = await Promise.all(Array.from({ length: 7 }, () => make(owner.api, ['admin'])));
    const answers = await Promise.all(
      others.map(({ id, token }, index) =>
        new ApiClient((index % 2 ? first : second).url, token).delete(`/v1/access-tokens/${id}`),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(7).fill(204));
    const { token_id: own } = (await owner.api.get<{ token_id: string }>('/v1/me')).body;
    expect((await owner.api.delete(`/v1/access-tokens/${own}`)).status).toBe(409);
  });

  it('that are rotated many times at once are so in turn: every new token is accepted, and none is lost', async () => {
    const made = await make(first.api, ['read']);
    const answers = await Promise.all(
      Array.from({ length: ROUNDS }, (_, index) =>
        new ApiClient((index % 2 ? first : second).url, first.token).post<Token>(
          `/v1/access-tokens/${made.id}/rotate`,
        ),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(ROUNDS).fill(200));
    for (const token of [made.token, ...answers.map(({ body }) => body.token)])
      expect(await statusesOf(token)).toEqual([200, 200]);
  });

  it('that are rotated and revoked at once are refused afterwards, the new one too', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const made = await make(first.api, ['read']);
      const path = `/v1/access-tokens/${made.id}`;
      const [rotated, revoked] = await Promise.all([
        first.api.post<Token>(`${path}/rotate`),
        new ApiClient(second.url, first.token).delete(path),
      ]);
      expect([200, 409]).toContain(rotated.status);
      expect(revoked.status).toBe(204);
      const tokens = [made.token, ...(rotated.status === 200 ? [rotated.body.token] : [])];
      for (const token of tokens) await until('refused', async () => isRefused(await statusesOf(token)), 5);
    }
  });

  it('end in every process: the replaced one with an overlap of 0, both when they are revoked', async () => {
    const made = await make(first.api, ['read']);
    expect(await statusesOf(made.token)).toEqual([200, 200]);
    const { body: next } = await first.api.post<Token>(`/v1/access-tokens/${made.id}/rotate`, {
      overlap_seconds: 0,
    });
    await until('the replaced one is refused', async () => isRefused(await statusesOf(made.token)), 5);
    const { body: last } = await first.api.post<Token>(`/v1/access-tokens/${made.id}/rotate`);
    expect(await Promise.all([next.token, last.token].map(statusesOf))).toEqual([
      [200, 200],
      [200, 200],
    ]);
    await first.api.delete(`/v1/access-tokens/${made.id}`);
    for (const { token } of [next, last])
      await until('it is refused', async () => isRefused(await statusesOf(token)), 5);
  });

  it('are in the way of no other statement: who authenticates waits for no rotation', async () => {
    const made = await make(first.api, ['read']);
    const runner = first.database.createQueryRunner();
    await runner.startTransaction();
    await runner.query('SELECT 1 FROM access_tokens WHERE id = $1 FOR UPDATE', [made.id]);
    expect(await statusesOf(made.token)).toEqual([200, 200]);
    await runner.rollbackTransaction();
    await runner.release();
  });
});

const isRefused = (statuses: readonly number[]): boolean => statuses.every((status) => status === 401);
