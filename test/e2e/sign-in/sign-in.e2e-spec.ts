import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ORGANIZATION } from '../../../src/testing/opened-application.js';
import { createTestApplication, type TestApplication } from '../../support/application/test-application.js';
import { ApiClient } from '../../support/requests/api-client.js';
import { makeAccount, PASSWORD, TestBrowser } from '../../support/requests/test-browser.js';

const account = { organization: ORGANIZATION, email: 'ada@example.com' };

describe('signing in with a password', () => {
  let application: TestApplication;

  beforeAll(async () => {
    application = await createTestApplication({ settings: { TRUST_PROXY: '1' } });
    await makeAccount(application, account);
  });
  afterAll(() => application.close());

  const browser = (address?: string) => new TestBrowser(application.url, address);

  it('gives a session whose cookie no script and no other site gets, and a token for the API', async () => {
    const ada = browser();
    const { status, body, setCookies } = await ada.signIn(account);
    expect([status, body]).toEqual([200, { return_to: '/app' }]);
    expect(setCookies).toEqual([
      expect.stringMatching(
        /^session-[0-9a-f]{12}=pdc_\w{49}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict$/,
      ),
    ]);
    const me = await (await ada.api()).get('/v1/me');
    expect(me.body).toMatchObject({
      credential: 'session',
      email_address: account.email,
      scopes: ['admin'],
      token_name: null,
    });
  });

  it('needs no name of the organization where there is one, and takes letters of any case', async () => {
    const { status } = await browser().post('/app/session', {
      email_address: 'ADA@example.com',
      password: PASSWORD,
    });
    expect(status).toBe(200);
  });

  it('takes the password as it is: neither another case nor a space more', async () => {
    for (const password of [PASSWORD.toUpperCase(), `${PASSWORD} `, ` ${PASSWORD}`]) {
      const { status, body } = await browser('203.0.113.20').signIn(account, password);
      expect([status, body.code]).toEqual([401, 'sign_in.failed']);
    }
  });

  it('leads to the page that was asked for, and nowhere else', async () => {
    const credentials = { email_address: account.email, password: PASSWORD };
    const asked = await browser().post('/app/session', { ...credentials, return_to: '/app/tokens?new=1' });
    expect(asked.body).toEqual({ return_to: '/app/tokens?new=1' });
    for (const return_to of [
      'https://evil.example/app',
      '//evil.example',
      '/app/../v1',
      '/app\\evil.example',
    ]) {
      const { status, body } = await browser().post('/app/session', { ...credentials, return_to });
      expect([status, body.errors]).toEqual([
        400,
        { return_to: ['must be a path below /app, such as /app/tokens'] },
      ]);
    }
  });

  it('is told to no webhook', async () => {
    const subscriber = await application.api.create('/v1/webhook-subscribers', {
      name: 'Curious',
      url: 'https://192.0.2.1/hook',
    });
    const refused = await application.api.post<{ errors: object }>(
      `/v1/webhook-subscribers/${String(subscriber.id)}/subscriptions`,
      { topics: ['session.created'] },
    );
    expect(refused.status).toBe(400);
  });

  it('is no way in for a service, nor for who is archived', async () => {
    const made = await application.api.create<{ id: string }>('/v1/users', {
      email_address: 'bo@example.com',
    });
    const { body } = await application.api.post<{ link: string }>(`/v1/users/${made.id}/sign-in-link`);
    const bo = browser('203.0.113.21');
    await bo.follow(body.link);
    await application.api.patch(`/v1/users/${made.id}`, { is_archived: true });
    const archived = await browser('203.0.113.21').signIn({ ...account, email: 'bo@example.com' });
    expect([archived.status, archived.body.code]).toEqual([401, 'sign_in.failed']);
    await application.api.patch(`/v1/users/${made.id}`, { is_archived: false, type: 'service' });
    const service = await browser('203.0.113.21').signIn({ ...account, email: 'bo@example.com' });
    expect([service.status, service.body.code]).toEqual([401, 'sign_in.failed']);
  });

  it('makes the hash anew when its parameters are others than those of today', async () => {
    const read = async (): Promise<string> => {
      const [row] = await application.database.query<{ hash: string }[]>(
        `SELECT hash FROM user_passwords p JOIN users u ON u.id = p.user_id WHERE u.email_key = $1`,
        [account.email],
      );
      return row?.hash ?? '';
    };
    const { hash } = await import('@node-rs/argon2');
    const old = await hash(PASSWORD, { memoryCost: 8192, timeCost: 1 });
    await application.database.query('UPDATE user_passwords SET hash = $1', [old]);
    expect((await browser().signIn(account)).status).toBe(200);
    expect(await read()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await browser().signIn(account)).status).toBe(200);
  });

  it('asks for the organization where there are several (sign_in.organization_needed)', async () => {
    await application.organization('Another one');
    const { status, body } = await browser().post('/app/session', {
      email_address: account.email,
      password: PASSWORD,
    });
    expect([status, body.code]).toEqual([422, 'sign_in.organization_needed']);
    expect((await browser().signIn(account)).status).toBe(200);
    const elsewhere = await browser('203.0.113.22').signIn({ ...account, organization: 'Another one' });
    expect([elsewhere.status, elsewhere.body.code]).toEqual([401, 'sign_in.failed']);
  });

  it('is counted in a window of its own, not in that of the organization', async () => {
    const ada = browser();
    await ada.signIn(account);
    const leftAfter = ({ headers }: { readonly headers: Headers }): number =>
      Number(/^"web";r=(\d+);t=\d+$/.exec(headers.get('ratelimit') ?? '')?.[1]);
    const taken = await ada.post('/app/session/token');
    const response = await fetch(`${application.url}/v1/me`, {
      headers: { 'X-API-KEY': String(taken.body.token) },
    });
    expect(response.headers.get('ratelimit-policy')).toBe('"web";q=600;w=60');
    expect(leftAfter(taken)).toBeLessThan(600);
    expect(leftAfter(response)).toBe(leftAfter(taken) - 1);
    const api = new ApiClient(application.url, application.token);
    expect((await api.get('/v1/me')).status).toBe(200);
  });

  it('stays possible for an administrator: others may never set a password (409 user.last_administrator)', async () => {
    const { api } = await application.organization('Signing in');
    const ada = await makeAccount(application, { organization: 'Signing in', email: account.email });
    const { user_id: id } = (await (await ada.api()).get<{ user_id: string }>('/v1/me')).body;
    await api.create('/v1/users', { email_address: 'invited@example.com', is_administrator: true });
    for (const patch of [{ is_archived: true }, { is_administrator: false }]) {
      const { status, body } = await api.patch(`/v1/users/${id}`, patch);
      expect([status, body.code]).toEqual([409, 'user.last_administrator']);
    }
    await makeAccount(application, { organization: 'Signing in', email: 'invited@example.com' });
    expect((await api.patch(`/v1/users/${id}`, { is_archived: true })).status).toBe(200);
  });
});
