import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient } from '../../support/requests/api-client.js';
import {
  createTestApplication,
  type TestApplication,
  type TestOrganization,
} from '../../support/application/test-application.js';
import { until } from '../../../src/testing/until.js';

interface Token {
  id: string;
  token: string;
  code: string;
  last_four: string | null;
  expires_date: string | null;
  idle_expires_date: string | null;
  rotated_date: string | null;
  replaced_expires_date: string | null;
  errors: Record<string, string[]>;
}

const DAY_MS = 24 * 60 * 60 * 1000;

describe('access tokens', () => {
  let application: TestApplication;

  beforeAll(async () => {
    application = await createTestApplication({ settings: { ACCESS_TOKEN_IDLE_DAYS: '30' } });
  });
  afterAll(() => application.close());

  const make = (body: object = {}): Promise<Token> =>
    application.api.create<Token>('/v1/access-tokens', { name: 'n', scopes: ['read'], ...body });
  const rotate = (id: string, body?: object) =>
    application.api.post<Token>(`/v1/access-tokens/${id}/rotate`, body);
  const read = async (id: string) => (await application.api.get<Token>(`/v1/access-tokens/${id}`)).body;
  const statusWith = async (token: string): Promise<number> =>
    (await new ApiClient(application.url, token).get('/v1/me')).status;
  const inAbout = (time: string | null, milliseconds: number) =>
    expect(Math.abs(Date.parse(time ?? '') - Date.now() - milliseconds)).toBeLessThan(60_000);

  it('show their last four characters, in the list too, and null where these were never kept', async () => {
    const { id, token, last_four } = await make();
    expect(last_four).toBe(token.slice(-4));
    await application.database.query('UPDATE access_tokens SET last_four = NULL WHERE id = $1', [id]);
    const { results } = (await application.api.get<{ results: Token[] }>('/v1/access-tokens')).body;
    expect(results.find((one) => one.id === id)?.last_four).toBeNull();
    expect(results[0]?.last_four).toBe(application.token.slice(-4));
  });

  it('are rotated: the new token and the one before it are accepted until the overlap of a day ends', async () => {
    const made = await make({ expires_date: '2099-01-01T00:00:00Z', email_address: 'sync@example.com' });
    const { status, body } = await rotate(made.id);
    expect(status).toBe(200);
    expect(body.token).toMatch(/^pda_[0-9A-Za-z]{49}$/);
    const { token: _old, last_four: _last, ...same } = made;
    expect(body).toMatchObject({
      ...same,
      last_four: body.token.slice(-4),
      rotated_date: expect.any(String),
      replaced_expires_date: expect.any(String),
      modified_date: expect.any(String),
      idle_expires_date: expect.any(String),
    });
    inAbout(body.replaced_expires_date, DAY_MS);
    expect(await Promise.all([made.token, body.token].map(statusWith))).toEqual([200, 200]);
    expect(await read(made.id)).not.toHaveProperty('token');
  });

  it('are rotated for as long as asked: what was replaced stops working then, and at once with 0', async () => {
    const made = await make();
    const { body: next } = await rotate(made.id, { overlap_seconds: 1 });
    expect(await statusWith(made.token)).toBe(200);
    await until('the overlap has ended', async () => (await statusWith(made.token)) === 401, 5, 100);
    expect((await read(made.id)).replaced_expires_date).toBeNull();
    const { body: last } = await rotate(made.id, { overlap_seconds: 0 });
    expect(await Promise.all([next.token, last.token].map(statusWith))).toEqual([401, 200]);
    for (const overlap_seconds of [-1, 2_592_001, 0.5, '60', null])
      expect((await rotate(made.id, { overlap_seconds })).body.errors).toHaveProperty('overlap_seconds');
  });

  it('keep what was promised to a replaced token when they are rotated again, unless that ends it', async () => {
    const made = await make();
    const { body: second } = await rotate(made.id);
    const { body: third } = await rotate(made.id);
    expect(await Promise.all([made, second, third].map(({ token }) => statusWith(token)))).toEqual([
      200, 200, 200,
    ]);
    const { body: fourth } = await rotate(made.id, { overlap_seconds: 0 });
    const all = [made, second, third, fourth];
    expect(await Promise.all(all.map(({ token }) => statusWith(token)))).toEqual([401, 401, 401, 200]);
  });

  it('that are revoked end with those that they replaced', async () => {
    const made = await make();
    const { body } = await rotate(made.id);
    await application.api.delete(`/v1/access-tokens/${made.id}`);
    expect(await Promise.all([made.token, body.token].map(statusWith))).toEqual([401, 401]);
  });

  it('can rotate themselves, as administrators', async () => {
    const made = await make({ scopes: ['admin'] });
    const own = new ApiClient(application.url, made.token);
    const { body } = await own.post<Token>(`/v1/access-tokens/${made.id}/rotate`, { overlap_seconds: 0 });
    expect(await Promise.all([made.token, body.token].map(statusWith))).toEqual([401, 200]);
    const reader = new ApiClient(application.url, (await make()).token);
    expect((await reader.post(`/v1/access-tokens/${made.id}/rotate`)).status).toBe(403);
  });

  it('that were revoked, expired or unused for too long are not rotated: 409 token.ended', async () => {
    const [revoked, expired, unused] = [await make(), await make(), await make()];
    await application.api.delete(`/v1/access-tokens/${revoked.id}`);
    await application.database.query('UPDATE access_tokens SET expires_at = now() WHERE id = $1', [
      expired.id,
    ]);
    await notUsedFor(31, unused.id);
    for (const { id } of [revoked, expired, unused]) {
      const { status, body } = await rotate(id);
      expect([status, body.code]).toEqual([409, 'token.ended']);
    }
    expect((await rotate('0193c1a4-6f0e-7b7a-9a52-0d6a6f1c2b10')).body.code).toBe('token.not_found');
  });

  it('stop working when nobody used them for so many days, since creation where nobody ever did', async () => {
    const [used, never, rotated] = [await make(), await make(), await make()];
    inAbout(never.idle_expires_date, 30 * DAY_MS);
    expect(await statusWith(used.token)).toBe(200);
    await notUsedFor(29, used.id, never.id, rotated.id);
    const { body: fresh } = await rotate(rotated.id);
    expect((await read(used.id)).idle_expires_date).not.toBe(used.idle_expires_date);
    expect(Date.parse((await read(never.id)).idle_expires_date ?? '')).toBeGreaterThan(Date.now());
    inAbout(fresh.idle_expires_date, 30 * DAY_MS);
    await notUsedFor(31, used.id, never.id);
    await application.database.query(`SELECT pg_notify('access_token_revocations', '')`);
    await until('it is refused', async () => (await statusWith(used.token)) === 401, 5, 100);
    expect(await Promise.all([never.token, fresh.token].map(statusWith))).toEqual([401, 200]);
    expect(Date.parse((await read(never.id)).idle_expires_date ?? '')).toBeLessThan(Date.now());
  });

  const notUsedFor = (days: number, ...ids: string[]) =>
    application.database.query(
      `UPDATE access_tokens SET created_at = now() - $1 * interval '1 day',
         last_used_at = CASE WHEN last_used_at IS NOT NULL THEN now() - $1 * interval '1 day' END
       WHERE id = ANY ($2)`,
      [days, ids],
    );

  describe('with the scope admin', () => {
    let owner: TestOrganization;
    const remove = (by: ApiClient, id: string) =>
      by.delete<{ code: string } | null>(`/v1/access-tokens/${id}`);
    const tokensOf = async ({ api }: TestOrganization): Promise<Token[]> =>
      (await api.get<{ results: Token[] }>('/v1/access-tokens')).body.results;

    it('are not revoked when the organization would have none left: 409 token.last_admin', async () => {
      owner = await application.organization('Last');
      const [own] = await tokensOf(owner);
      const { status, body } = await remove(owner.api, own?.id ?? '');
      expect([status, body?.code]).toEqual([409, 'token.last_admin']);
      expect(await statusWith(owner.token)).toBe(200);
    });

    it('that have ended do not count, and can be revoked', async () => {
      const own = (await tokensOf(owner))[0]?.id ?? '';
      const others = await Promise.all(
        [1, 2, 3].map(() => owner.api.create<Token>('/v1/access-tokens', { name: 'n', scopes: ['admin'] })),
      );
      const [expired, unused, revoked] = others.map(({ id }) => id) as [string, string, string];
      await application.database.query('UPDATE access_tokens SET expires_at = now() WHERE id = $1', [
        expired,
      ]);
      await notUsedFor(31, unused);
      expect((await remove(owner.api, revoked)).status).toBe(204);
      expect((await remove(owner.api, own)).body?.code).toBe('token.last_admin');
      for (const id of [expired, unused, revoked]) expect((await remove(owner.api, id)).status).toBe(204);
    });

    it('can be revoked while there is another one, such as one that expires tomorrow, and other tokens always', async () => {
      const own = (await tokensOf(owner))[0]?.id ?? '';
      const expires_date = new Date(Date.now() + DAY_MS).toISOString();
      await owner.api.create('/v1/access-tokens', { name: 'n', scopes: ['read', 'admin'], expires_date });
      const reader = await owner.api.create<Token>('/v1/access-tokens', { name: 'n', scopes: ['write'] });
      expect((await remove(owner.api, reader.id)).status).toBe(204);
      expect((await remove(owner.api, own)).status).toBe(204);
    });
  });
});
