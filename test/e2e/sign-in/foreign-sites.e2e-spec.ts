import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ORGANIZATION } from '../../../src/testing/opened-application.js';
import { createTestApplication, type TestApplication } from '../../support/application/test-application.js';
import { ApiClient } from '../../support/requests/api-client.js';
import {
  linkFor,
  makeAccount,
  PASSWORD,
  secretOf,
  TestBrowser,
} from '../../support/requests/test-browser.js';

const account = { organization: ORGANIZATION, email: 'ada@example.com' };
const credentials = { email_address: account.email, password: PASSWORD };

const routes: Readonly<Record<string, object>> = {
  '/app/session': credentials,
  '/app/session/ways': {},
  '/app/session/token': {},
  '/app/session/list': {},
  '/app/session/reauthenticate': { password: PASSWORD },
  '/app/session/password': { current_password: PASSWORD, password: 'another one, much longer' },
  '/app/session/link': { secret: 'pdl_x' },
  '/app/session/link/password': { secret: 'pdl_x', password: 'another one, much longer' },
  '/app/session/end': {},
  '/app/session/end-everywhere': {},
};

describe('a page of another site', () => {
  let application: TestApplication;
  let ada: TestBrowser;

  beforeAll(async () => {
    application = await createTestApplication();
    ada = await makeAccount(application, account);
  });
  afterAll(() => application.close());

  it.each([
    ['another origin', { Origin: 'https://evil.example' }],
    ['another port of this machine', { Origin: 'http://localhost:3001' }],
    ['another scheme', { Origin: 'https://localhost:3000' }],
    ['an origin that hides itself', { Origin: 'null' }],
    ['a fetch across sites', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a fetch within the site', { 'Sec-Fetch-Site': 'same-site' }],
    ['an address that was typed', { 'Sec-Fetch-Site': 'none' }],
  ])('signs nobody in or out, and gets no token: %s (request.foreign_origin)', async (_what, headers) => {
    for (const [path, body] of Object.entries(routes)) {
      const answer = await ada.post(path, body, headers);
      expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'request.foreign_origin']);
      expect(answer.setCookies).toEqual([]);
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    }
    expect((await (await ada.api()).get('/v1/me')).status).toBe(200);
  });

  it('is told from a client that says nothing of its origin, which is refused too', async () => {
    const response = await fetch(`${application.url}/app/session`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(credentials),
    });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: 'request.foreign_origin' });
  });

  it('cannot send a form (request.unsupported_media_type)', async () => {
    for (const type of [
      'application/x-www-form-urlencoded',
      'text/plain',
      'multipart/form-data; boundary=x',
    ]) {
      const answer = await ada.post('/app/session/token', {}, { 'Content-Type': type });
      expect([type, answer.status]).toEqual([type, 415]);
    }
  });

  it('gets no permission to ask: nothing answers to OPTIONS, nor allows another origin', async () => {
    for (const path of Object.keys(routes)) {
      const response = await fetch(application.url + path, {
        method: 'OPTIONS',
        headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' },
      });
      expect([path, response.status]).toEqual([path, 405]);
      expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });

  it('reaches nothing with the other methods, with which browsers open, prefetch and preview', async () => {
    for (const path of Object.keys(routes)) {
      for (const method of ['GET', 'HEAD', 'PUT', 'DELETE']) {
        const response = await fetch(application.url + path, { method, headers: { Cookie: ada.cookie } });
        expect([path, method, response.status]).toEqual([path, method, 405]);
        expect(response.headers.getSetCookie()).toEqual([]);
      }
    }
  });

  it('has no cookie that the API would take: nothing of /v1 reads one', async () => {
    const headers = { Cookie: ada.cookie, Origin: 'http://localhost:3000', 'Sec-Fetch-Site': 'same-origin' };
    for (const [method, path] of [
      ['GET', '/v1/me'],
      ['GET', '/v1/clients'],
      ['POST', '/v1/access-tokens'],
      ['GET', '/v1/changes/stream'],
    ] as const) {
      const response = await fetch(application.url + path, { method, headers });
      expect([path, response.status]).toEqual([path, 401]);
    }
    const value = [...ada.cookies.values()][0] ?? '';
    expect((await new ApiClient(application.url, value).get('/v1/me')).status).toBe(401);
  });
});

describe('the address of the program', () => {
  const opened = async (settings: Record<string, string>, origin: string) => {
    const application = await createTestApplication({ settings });
    const link = await linkFor(application, account);
    const browser = new TestBrowser(application.url, undefined, origin);
    return { application, link, browser };
  };

  it('with https makes a cookie that only it can set, and stands in links, also with a path', async () => {
    const settings = { PUBLIC_URL: 'https://example.com/planning' };
    const { application, link, browser } = await opened(settings, 'https://example.com');
    expect(link).toMatch(/^https:\/\/example\.com\/planning\/app\/welcome#pdl_\w{49}$/);
    const { status, setCookies } = await browser.follow(link);
    expect(status).toBe(204);
    expect(setCookies).toEqual([
      expect.stringMatching(
        /^__Host-session=pdc_\w{49}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict; Secure$/,
      ),
    ]);
    await application.close();
  });

  it('without https signs in on this machine only (request.https_needed), unless the operator says otherwise', async () => {
    const PUBLIC_URL = 'http://planning.example.com';
    const plain = await opened({ PUBLIC_URL }, PUBLIC_URL);
    const refused = await plain.browser.follow(plain.link);
    expect([refused.status, refused.body.code]).toEqual([403, 'request.https_needed']);
    await plain.application.close();
    const allowed = await opened({ PUBLIC_URL, WEB_ALLOW_HTTP: 'true' }, PUBLIC_URL);
    expect((await allowed.browser.follow(allowed.link)).status).toBe(204);
    await allowed.application.close();
  });

  it('is of no use with WEB=off: there are none of these routes, and no token of a session counts', async () => {
    const { application, link, browser } = await opened({}, 'http://localhost:3000');
    await browser.follow(link);
    const token = await browser.token();
    const off = await createTestApplication({
      databaseUrl: application.databaseUrl,
      settings: { WEB: 'off' },
    });
    const other = new TestBrowser(off.url);
    for (const [path, body] of Object.entries(routes)) {
      expect([path, (await other.post(path, body)).status]).toEqual([path, 404]);
    }
    expect((await fetch(`${off.url}/app/session/oidc`)).status).toBe(404);
    const me = await fetch(`${off.url}/v1/me`, { headers: { 'X-API-KEY': token } });
    expect(me.status).toBe(401);
    const { id } = (await off.api.get<{ results: { id: string }[] }>('/v1/users')).body.results[0] ?? {};
    const made = await fetch(`${off.url}/v1/users/${id}/sign-in-link`, {
      method: 'POST',
      headers: { 'X-API-KEY': off.token },
    });
    expect(made.status).toBe(404);
    expect(secretOf(link)).toMatch(/^pdl_/);
    await off.close();
    await application.close();
  });
});
