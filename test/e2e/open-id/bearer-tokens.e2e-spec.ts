import { createPublicKey } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '../../../src/testing/until.js';
import { eventsAbout } from '../../support/application/published-events.js';
import { createTestApplication, type TestApplication } from '../../support/application/test-application.js';
import { LedBrowser } from '../../support/requests/led-browser.js';
import { AUDIENCE, CLIENT_ID, IdentityProvider } from '../../support/servers/identity-provider.js';

interface Answer {
  readonly status: number;
  readonly code: unknown;
}

describe('a JWT of the provider', () => {
  let provider: IdentityProvider;
  let application: TestApplication;
  let userId: string;
  let people = 0;
  let sub: string;

  beforeAll(async () => {
    provider = await new IdentityProvider().start();
    application = await createTestApplication({ settings: provider.settings });
  });
  afterAll(async () => {
    await application.close();
    await provider.stop();
  });
  beforeEach(async () => {
    people += 1;
    sub = `sub-${people}`;
    const members = {
      email_address: `person${people}@example.com`,
      scopes: ['read', 'people:write'],
      oidc_subject: sub,
    };
    userId = (await application.api.create<{ id: string }>('/v1/users', members)).id;
  });

  const call = async (path: string, headers: Record<string, string>, method = 'GET'): Promise<Response> =>
    fetch(application.url + path, { method, headers });
  const withBearer = (token: string) => ({ Authorization: `Bearer ${token}` });
  const answerTo = async (token: string, path = '/v1/me'): Promise<Answer> => {
    const response = await call(path, withBearer(token));
    const { code } = (await response.json()) as { code?: unknown };
    return { status: response.status, code };
  };
  const isRefused = async (token: string): Promise<void> =>
    expect(await answerTo(token)).toEqual({ status: 401, code: 'token.invalid' });

  it('that it has made for this API by itself is of the user who is linked to its subject', async () => {
    provider.account = { sub, email: 'whatever@example.net', email_verified: false };
    const { access_token: token } = await provider.tokens('read people:read admin');
    const response = await call('/v1/me', withBearer(token));
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      credential: 'bearer',
      user_id: userId,
      token_id: null,
      token_name: null,
      scopes: ['read', 'people:read', 'people:write'],
      expires_date: expect.any(String),
    });
    expect(response.headers.get('ratelimit-policy')).toMatch(/^"user";q=\d+;w=60, "organization";/);
  });

  it.each(['RS256', 'PS256', 'ES256', 'EdDSA'])('counts with a signature of %s', async (alg) => {
    expect((await answerTo(await provider.sign({ sub }, { alg }))).status).toBe(200);
  });

  it.each<[string, object]>([
    ['for another audience', { aud: 'https://other.example.com' }],
    ['for the client, as an ID token is', { aud: CLIENT_ID }],
    ['of another issuer', { iss: 'https://evil.example' }],
    ['that has expired', { exp: Math.floor(Date.now() / 1000) - 60 }],
    ['that never expires', { exp: undefined }],
    ['that does not count yet', { nbf: Math.floor(Date.now() / 1000) + 600 }],
    ['of nobody', { sub: undefined }],
    [
      'of somebody who is no user here',
      { sub: 'stranger', email: 'person1@example.com', email_verified: true },
    ],
  ])('does not count %s', async (_what, claims) => {
    await isRefused(await provider.sign({ sub, ...claims }));
  });

  it('of somebody unknown makes no user', async () => {
    const count = async () => (await application.api.get<{ total: number }>('/v1/users')).body.total;
    const before = await count();
    await isRefused(await provider.sign({ sub: 'new', email: 'new@example.com', email_verified: true }));
    expect(await count()).toBe(before);
  });

  it('allows for a difference of the clocks of 30 seconds', async () => {
    const now = Math.floor(Date.now() / 1000);
    expect((await answerTo(await provider.sign({ sub, exp: now - 10 }))).status).toBe(200);
    expect((await answerTo(await provider.sign({ sub, nbf: now + 20 }))).status).toBe(200);
    await isRefused(await provider.sign({ sub, exp: now - 31 }));
    await isRefused(await provider.sign({ sub, nbf: now + 300 }));
  });

  it('is no ID token, whatever it is for', async () => {
    provider.account = { sub, email: 'ada@example.com', email_verified: true };
    await isRefused((await provider.tokens('read')).id_token);
    await isRefused(await provider.sign({ sub, nonce: 'n' }, { typ: 'JWT' }));
  });

  it('without a signature, or with one that anybody can make, counts for nothing', async () => {
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const now = Math.floor(Date.now() / 1000);
    const claims = part({
      iss: provider.issuer,
      aud: AUDIENCE,
      sub,
      iat: now,
      exp: now + 600,
      scope: 'admin',
    });
    for (const alg of ['none', 'None', 'NONE']) await isRefused(`${part({ alg, typ: 'at+jwt' })}.${claims}.`);
    const { kid = '', n = '', e = '' } = provider.keyFor('RS256');
    const known = createPublicKey({ key: { kty: 'RSA', n, e }, format: 'jwk' });
    const k = Buffer.from(known.export({ type: 'spki', format: 'pem' })).toString('base64url');
    await isRefused(await provider.sign({ sub }, { alg: 'HS256', key: { kty: 'oct', k, kid } }));
    const [head = '', body = ''] = (await provider.sign({ sub })).split('.');
    await isRefused(`${head}.${body}.${'A'.repeat(342)}`);
    await isRefused(`${head}.${claims}.${(await provider.sign({ sub })).split('.')[2]}`);
  });

  it('signed with a key of another type, or of another provider under the same name, counts for nothing', async () => {
    const { kid = '' } = provider.keyFor('RS256');
    await isRefused(
      await provider.sign({ sub }, { alg: 'ES256', key: { ...provider.keyFor('ES256'), kid } }),
    );
    const other = await new IdentityProvider().start();
    const key = { ...other.keyFor('RS256'), kid };
    await isRefused(await provider.sign({ sub }, { key }));
    // Nor where it brings the key along, or says where that is.
    const { kty = 'RSA', n = '', e = '' } = key;
    await isRefused(await provider.sign({ sub }, { key, more: { jwk: { kty, n, e } } }));
    await isRefused(await provider.sign({ sub }, { key, more: { jku: `${other.issuer}/jwks` } }));
    await other.stop();
  });

  it('allows what it says itself, cut by what its user may do at the moment', async () => {
    const token = await provider.sign({ sub, scope: 'openid write people:read' });
    const allowed = async () =>
      ((await (await call('/v1/me', withBearer(token))).json()) as { scopes: string[] }).scopes;
    expect(await allowed()).toEqual(['people:read', 'read', 'people:write']);
    expect((await answerTo(token, '/v1/access-tokens')).code).toBe('token.scope_missing');
    await application.api.patch(`/v1/users/${userId}`, { scopes: ['people:read'] });
    expect(await allowed()).toEqual(['people:read']);
    expect((await answerTo(token, '/v1/clients')).status).toBe(403);
    await application.api.patch(`/v1/users/${userId}`, { is_administrator: true, scopes: [] });
    expect(await allowed()).toEqual(['write', 'people:read']);
    expect(await answerTo(await provider.sign({ sub, scope: undefined }), '/v1/people')).toEqual({
      status: 403,
      code: 'token.scope_missing',
    });
  });

  it('ends with its user: archived or without the account they are refused at once, in every process', async () => {
    const second = await createTestApplication({
      databaseUrl: application.databaseUrl,
      settings: provider.settings,
    });
    const token = await provider.sign({ sub });
    const there = async () => (await fetch(`${second.url}/v1/me`, { headers: withBearer(token) })).status;
    for (const [members, back] of [
      [{ is_archived: true }, { is_archived: false }],
      [{ oidc_subject: 'another' }, { oidc_subject: sub }],
    ]) {
      expect([(await answerTo(token)).status, await there()]).toEqual([200, 200]);
      await application.api.patch(`/v1/users/${userId}`, members);
      await isRefused(token);
      await until('the other process knows', async () => (await there()) === 401, 5);
      await application.api.patch(`/v1/users/${userId}`, back);
      await until('it counts there again', async () => (await there()) === 200, 5);
    }
    await second.close();
  });

  it('ends its streams with its user', async () => {
    const stream = await call('/v1/changes/stream', withBearer(await provider.sign({ sub })));
    expect(stream.status).toBe(200);
    let isOpen = true;
    const reading = (async () => {
      for await (const _chunk of stream.body as unknown as AsyncIterable<Uint8Array>);
      isOpen = false;
    })();
    await application.api.patch(`/v1/users/${userId}`, { is_archived: true });
    await until('the stream ends', () => Promise.resolve(!isOpen), 20);
    await reading;
  });

  it('stands beside no access token: which of them would count? (token.sent_twice)', async () => {
    const token = await provider.sign({ sub });
    const both = await call('/v1/me', { ...withBearer(token), 'X-API-KEY': application.token });
    expect([both.status, ((await both.json()) as { code: string }).code]).toEqual([401, 'token.sent_twice']);
    expect(both.headers.get('www-authenticate')).toBe(
      'ApiKey realm="api", header="X-API-KEY", Bearer realm="api"',
    );
    const other = await call('/v1/me', { Authorization: 'Basic eDp5', 'X-API-KEY': application.token });
    expect(other.status).toBe(200);
  });

  it('is never an access token of this program, nor the other way round', async () => {
    await isRefused(application.token);
    const led = new LedBrowser(application.url);
    provider.account = { sub, email: 'ada@example.com', email_verified: true };
    await led.led();
    await isRefused(await led.token());
    const asKey = await call('/v1/me', { 'X-API-KEY': await provider.sign({ sub }) });
    expect(asKey.status).toBe(401);
  });

  it('names who made a change, and no access token', async () => {
    await application.api.patch(`/v1/users/${userId}`, { is_administrator: true, scopes: [] });
    const response = await fetch(`${application.url}/v1/clients`, {
      method: 'POST',
      headers: {
        ...withBearer(await provider.sign({ sub, scope: 'write' })),
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ name: 'Northwind' }),
    });
    const { id } = (await response.json()) as { id: string };
    expect(response.status).toBe(201);
    const [created] = await eventsAbout(application, id);
    expect(created).toMatchObject({ Actor: { UserId: userId, AccessTokenId: null } });
  });

  it('is described, beside the access token, where it counts', async () => {
    const described = async (url: string) =>
      (await (await fetch(`${url}/openapi.json`)).json()) as {
        components: { securitySchemes: Record<string, object> };
        paths: Record<string, Record<string, { security: object[] }>>;
      };
    const { components, paths } = await described(application.url);
    expect(components.securitySchemes).toMatchObject({ Bearer: { type: 'http', scheme: 'bearer' } });
    expect(paths['/v1/me']?.get?.security).toEqual([{ 'X-API-KEY': [] }, { Bearer: [] }]);
    expect(paths['/health/live']?.get?.security).toEqual([]);
  });

  it('counts for nothing where the operator has named no audience', async () => {
    const { OIDC_AUDIENCE: _audience, ...settings } = provider.settings;
    const without = await createTestApplication({ databaseUrl: application.databaseUrl, settings });
    const response = await fetch(`${without.url}/v1/me`, {
      headers: withBearer(await provider.sign({ sub })),
    });
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([
      401,
      'ApiKey realm="api", header="X-API-KEY"',
    ]);
    const both = await fetch(`${without.url}/v1/me`, {
      headers: { ...withBearer(await provider.sign({ sub })), 'X-API-KEY': without.token },
    });
    expect(both.status).toBe(200);
    await without.close();
  });
});
