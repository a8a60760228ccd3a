import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../../../src/testing/until.js';
import { ApiClient } from '../../support/requests/api-client.js';
import { shareTestApplication } from '../../support/application/shared-application.js';
import type { TestApplication } from '../../support/application/test-application.js';

interface Token {
  id: string;
  token: string;
  scopes: string[];
  code: string;
  errors: Record<string, string[]>;
}

describe('access tokens', () => {
  let application: TestApplication;

  beforeAll(async () => {
    application = await shareTestApplication();
  });
  afterAll(() => application.close());

  const make = (body: object) => application.api.post<Token>('/v1/access-tokens', body);
  const client = (token: string) => new ApiClient(application.url, token);

  it('are made with a secret that is shown once and stored as a hash only', async () => {
    const { status, body, headers } = await make({
      name: 'Sync',
      email_address: 'Sync@example.com',
      scopes: ['read'],
    });
    expect(status).toBe(201);
    expect(body.token).toMatch(/^pda_[0-9A-Za-z]{49}$/);
    const path = headers.get('Location') ?? '';
    expect((await application.api.get(path)).body).toMatchObject({
      id: body.id,
      email_address: 'Sync@example.com',
    });
    const rows = await application.database.query<object[]>('SELECT * FROM access_tokens');
    expect(JSON.stringify(rows)).not.toContain(body.token);
    expect(JSON.stringify((await application.api.get('/v1/access-tokens')).body)).not.toContain(body.token);
  });

  it('say who one is', async () => {
    const { body } = await application.api.get('/v1/me');
    expect(body).toMatchObject({
      organization_name: expect.stringMatching(/^Test organization/),
      scopes: ['admin'],
    });
  });

  it('belong to one user per e-mail address, whatever its case', async () => {
    const users = await Promise.all(
      ['Many@example.com', 'many@example.com', 'MANY@example.com'].map((email_address) =>
        make({ name: 'n', email_address, scopes: ['read'] }),
      ),
    );
    expect(new Set(users.map(({ body }) => (body as unknown as { user_id: string }).user_id)).size).toBe(1);
  });

  it('are refused with 400 without a scope, and with an expiry that has passed', async () => {
    expect((await make({ name: 'n', scopes: [] })).body.errors).toHaveProperty('scopes');
    const past = await make({ name: 'n', scopes: ['read'], expires_date: '2020-01-01T00:00:00Z' });
    expect(past.body.errors).toHaveProperty('expires_date');
    for (const expires_date of ['2027-02-30T00:00:00Z', '9999-12-31T23:59:59-12:00', '2027-01-01']) {
      expect((await make({ name: 'n', scopes: ['read'], expires_date })).body.errors).toHaveProperty(
        'expires_date',
      );
    }
  });

  it('stop working when they expire', async () => {
    const expires = Date.now() + 2000;
    const { body } = await make({
      name: 'short',
      scopes: ['read'],
      expires_date: new Date(expires).toISOString(),
    });
    const status = async () => (await client(body.token).get('/v1/me')).status;
    expect(await status()).toBe(200);
    await until('it is refused', async () => (await status()) === 401);
    expect(Date.now()).toBeGreaterThanOrEqual(expires);
  });

  it('stop working at once when they are revoked, and can be revoked again', async () => {
    const { body } = await make({ name: 'gone', scopes: ['read'] });
    expect((await client(body.token).get('/v1/me')).status).toBe(200);
    expect((await application.api.delete(`/v1/access-tokens/${body.id}`)).status).toBe(204);
    expect((await client(body.token).get('/v1/me')).status).toBe(401);
    expect((await application.api.delete(`/v1/access-tokens/${body.id}`)).status).toBe(204);
    const { body: shown } = await application.api.get(`/v1/access-tokens/${body.id}`);
    expect(shown.revoked_date).toEqual(expect.any(String));
  });

  it('that do not exist are refused with 404 token.not_found', async () => {
    const { status, body } = await application.api.get(
      '/v1/access-tokens/0193c1a4-6f0e-7b7a-9a52-0d6a6f1c2b10',
    );
    expect([status, body.code]).toEqual([404, 'token.not_found']);
  });

  it('note their last use, to the hour', async () => {
    const { body } = await make({ name: 'used', scopes: ['read'] });
    await client(body.token).get('/v1/me');
    const lastUsed = async () => {
      const { body: shown } = await application.api.get<{ last_used_date: string | null }>(
        `/v1/access-tokens/${body.id}`,
      );
      return shown.last_used_date;
    };
    await until('its use is noted', async () => (await lastUsed()) !== null);
    expect(await lastUsed()).toMatch(/T\d\d:00:00\.000Z$/);
  });

  it.each([
    ['read', 'GET', '/v1/tags', 200],
    ['read', 'POST', '/v1/tags', 403],
    ['write', 'GET', '/v1/tags', 200],
    ['write', 'POST', '/v1/tags', 201],
    ['write', 'PATCH', '/v1/organization', 403],
    ['write', 'GET', '/v1/access-tokens', 403],
    ['organization:read', 'GET', '/v1/tags', 200],
    ['organization:read', 'POST', '/v1/tags', 403],
    ['organization:write', 'GET', '/v1/tags', 200],
    ['organization:write', 'POST', '/v1/tags', 201],
    ['people:write', 'GET', '/v1/tags', 403],
    ['people:write', 'GET', '/v1/me', 200],
    ['admin', 'PATCH', '/v1/organization', 200],
    ['admin', 'GET', '/v1/access-tokens', 200],
  ])(
    'with the scope %s: %s %s gives %i (403 is token.scope_missing)',
    async (scope, method, path, status) => {
      const { token } = (await make({ name: scope, scopes: [scope] })).body;
      const body =
        method === 'GET' ? undefined : path === '/v1/tags' ? { name: `${scope} ${Math.random()}` } : {};
      const answer = await client(token).send<{ code?: string }>(method, path, body);
      expect(answer.status).toBe(status);
      if (status === 403) expect(answer.body.code).toBe('token.scope_missing');
    },
  );
});
