import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ORGANIZATION } from '../../../src/testing/opened-application.js';
import { eventsAbout } from '../../support/application/published-events.js';
import { createTestApplication, type TestApplication } from '../../support/application/test-application.js';
import { LedBrowser } from '../../support/requests/led-browser.js';
import { makeAccount, TestBrowser } from '../../support/requests/test-browser.js';
import { CLIENT_ID, IdentityProvider } from '../../support/servers/identity-provider.js';

const HERE = 'http://localhost:3000';
const refused = (code: string) => `${HERE}/app/sign-in?error=${code}`;

interface User {
  readonly id: string;
  readonly oidc_issuer: string | null;
  readonly oidc_subject: string | null;
}

describe('signing in at the provider', () => {
  let provider: IdentityProvider;
  let application: TestApplication;
  let people = 0;

  beforeAll(async () => {
    provider = await new IdentityProvider().start();
    application = await createTestApplication({ settings: provider.settings });
  });
  afterAll(async () => {
    await application.close();
    await provider.stop();
  });
  beforeEach(() => {
    provider.signedInSecondsAgo = 0;
  });

  const browser = (): LedBrowser => new LedBrowser(application.url);
  /** A user, who is at the provider under the same address. */
  const invite = async (members: object = {}): Promise<User> => {
    people += 1;
    const email = `person${people}@example.com`;
    provider.account = { sub: `sub-${people}`, email, email_verified: true };
    return application.api.create<User>('/v1/users', {
      email_address: email,
      is_administrator: true,
      ...members,
    });
  };
  const userOf = async ({ id }: User): Promise<User> =>
    (await application.api.get<User>(`/v1/users/${id}`)).body;
  const meOf = async (led: TestBrowser) =>
    (await (await led.api()).get<{ user_id: string; credential: string }>('/v1/me')).body;

  it('leads an invited user there and back, to the page that was asked for, with a session', async () => {
    const user = await invite();
    const led = browser();
    const start = await led.start({ return_to: '/app/tokens?new=1' });
    expect([start.status, new URL(start.location).origin]).toEqual([303, provider.issuer]);
    const asked = Object.fromEntries(new URL(start.location).searchParams);
    expect(asked).toMatchObject({
      client_id: CLIENT_ID,
      response_type: 'code',
      scope: 'openid email',
      redirect_uri: `${HERE}/app/session/oidc/callback`,
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^pdo_/),
      nonce: expect.stringMatching(/^.{43}$/),
    });
    expect(start.setCookies).toEqual([
      expect.stringMatching(
        /^sign-in-[0-9a-f]{12}=pdo_\w{49}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/,
      ),
    ]);
    const arrival = await led.land(await led.toCallback(start.location));
    expect([arrival.status, arrival.location]).toEqual([303, `${HERE}/app/tokens?new=1`]);
    expect(arrival.setCookies).toEqual([
      expect.stringMatching(/^sign-in-\w+=; Path=\/; Max-Age=0; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^session-\w+=pdc_\w{49}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict$/),
    ]);
    expect(await meOf(led)).toMatchObject({ user_id: user.id, credential: 'session' });
  });

  it('links the account at the first time, and tells administrators; from then on no address counts', async () => {
    const user = await invite();
    expect([user.oidc_issuer, user.oidc_subject]).toEqual([null, null]);
    const account = provider.account;
    expect((await browser().led()).location).toBe(`${HERE}/app`);
    expect(await userOf(user)).toMatchObject({ oidc_issuer: provider.issuer, oidc_subject: account?.sub });
    if (account) provider.account = { ...account, email: 'married@example.com', email_verified: false };
    const again = browser();
    expect((await again.led()).location).toBe(`${HERE}/app`);
    expect((await meOf(again)).user_id).toBe(user.id);
    if (account) provider.account = { ...account, sub: 'somebody else with the address' };
    expect((await browser().led()).location).toBe(refused('sign_in.user_unknown'));
    expect((await userOf(user)).oidc_subject).toBe(account?.sub);
    const [, linked] = await eventsAbout(application, user.id);
    expect(linked).toMatchObject({
      Topic: 'user.modified',
      Payload: { ModifiedProperties: ['oidc_issuer', 'oidc_subject'] },
      Actor: null,
    });
  });

  it.each([
    ['whom nobody has invited', { email: 'stranger@example.com' }],
    ['whose address the provider has not verified', { email_verified: false }],
  ])('signs nobody in %s (sign_in.user_unknown)', async (_who, members) => {
    const user = await invite();
    if (provider.account) provider.account = { ...provider.account, ...members };
    const led = browser();
    expect((await led.led()).location).toBe(refused('sign_in.user_unknown'));
    expect((await led.post('/app/session/token')).status).toBe(401);
    expect((await userOf(user)).oidc_subject).toBeNull();
  });

  it.each([
    ['is archived', { is_archived: true }],
    ['is a service', { type: 'service', is_administrator: false, oidc_subject: null }],
  ])('signs nobody in who %s, linked or not (sign_in.user_unknown)', async (_who, members) => {
    const stranger = await invite();
    await application.api.patch(`/v1/users/${stranger.id}`, members);
    expect((await browser().led()).location).toBe(refused('sign_in.user_unknown'));
    const linked = await invite();
    const led = browser();
    await led.led();
    await application.api.patch(`/v1/users/${linked.id}`, members);
    expect((await led.post('/app/session/token')).status).toBe(401);
    expect((await browser().led()).location).toBe(refused('sign_in.user_unknown'));
  });

  it('finds the account that an administrator has named, whatever its address', async () => {
    const user = await invite({ oidc_subject: 'auth0|named' });
    expect(user).toMatchObject({ oidc_subject: 'auth0|named', oidc_issuer: provider.issuer });
    provider.account = { sub: 'auth0|named', email: 'private@example.net', email_verified: false };
    const led = browser();
    expect((await led.led()).location).toBe(`${HERE}/app`);
    expect((await meOf(led)).user_id).toBe(user.id);
    const other = await application.api.post<{ code: string }>('/v1/users', {
      email_address: 'another@example.com',
      oidc_subject: 'auth0|named',
    });
    expect([other.status, other.body.code]).toEqual([409, 'user.oidc_subject_in_use']);
  });

  it('ends with the account, where an administrator takes it away or gives another one', async () => {
    const user = await invite();
    const led = browser();
    await led.led();
    expect((await application.api.patch(`/v1/users/${user.id}`, { oidc_subject: 'another' })).status).toBe(
      200,
    );
    expect((await led.post('/app/session/token')).status).toBe(401);
    expect((await browser().led()).location).toBe(refused('sign_in.user_unknown'));
    await application.api.patch(`/v1/users/${user.id}`, { oidc_subject: null });
    expect((await browser().led()).location).toBe(`${HERE}/app`);
  });

  it('counts each state once, in the browser that began it, for ten minutes (sign_in.state_unknown)', async () => {
    await invite();
    const led = browser();
    const callback = await led.toCallback((await led.start()).location);
    const cookies = new Map(led.cookies);
    const other = browser();
    await other.start();
    for (const stranger of [browser(), other]) {
      expect((await stranger.land(callback)).location).toBe(refused('sign_in.state_unknown'));
      expect((await stranger.post('/app/session/token')).status).toBe(401);
    }
    expect((await led.land(callback)).location).toBe(`${HERE}/app`);
    const replayed = browser();
    for (const [name, value] of cookies) replayed.cookies.set(name, value);
    expect((await replayed.land(callback)).location).toBe(refused('sign_in.state_unknown'));
    const late = browser();
    const { location } = await late.start();
    await application.database.query('UPDATE open_id_sign_ins SET expires_at = now()');
    expect((await late.land(await late.toCallback(location))).location).toBe(
      refused('sign_in.state_unknown'),
    );
  });

  it('makes one session of two callbacks at the same moment (sign_in.state_unknown)', async () => {
    await invite();
    const led = browser();
    const callback = await led.toCallback((await led.start()).location);
    const twins = Array.from({ length: 4 }, () => {
      const twin = browser();
      for (const [name, value] of led.cookies) twin.cookies.set(name, value);
      return twin;
    });
    const arrivals = await Promise.all(twins.map((twin) => twin.land(callback)));
    const pages = arrivals.map(({ location }) => location).sort();
    expect(pages).toEqual([`${HERE}/app`, ...Array<string>(3).fill(refused('sign_in.state_unknown'))]);
  });

  it('links one user once, when two people at the provider have the address at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const user = await invite();
      const account = provider.account;
      const callbacks: [LedBrowser, string][] = [];
      for (const sub of [`first ${round}`, `second ${round}`]) {
        if (account) provider.account = { ...account, sub };
        const led = browser();
        callbacks.push([led, await led.toCallback((await led.start()).location)]);
      }
      const arrivals = await Promise.all(callbacks.map(([led, callback]) => led.land(callback)));
      expect(arrivals.map(({ location }) => location).sort()).toEqual([
        `${HERE}/app`,
        refused('sign_in.user_unknown'),
      ]);
      expect((await userOf(user)).oidc_subject).toMatch(/^(first|second) /);
    }
  });

  it('lets one person in twice at the same moment, also the first time', async () => {
    const user = await invite();
    const arrivals = await Promise.all([browser(), browser(), browser()].map((led) => led.led()));
    expect(arrivals.map(({ location }) => location)).toEqual(Array(3).fill(`${HERE}/app`));
    expect((await userOf(user)).oidc_subject).toBe(provider.account?.sub);
  });

  it('ends the session that the browser had, and gives another cookie each time', async () => {
    await invite();
    const led = browser();
    await led.led();
    const token = await led.token();
    const stolen = new TestBrowser(application.url);
    for (const [name, value] of led.cookies) stolen.cookies.set(name, value);
    await led.led();
    expect(led.cookie).not.toBe(stolen.cookie);
    expect((await stolen.post('/app/session/token')).status).toBe(401);
    expect((await fetch(`${application.url}/v1/me`, { headers: { 'X-API-KEY': token } })).status).toBe(401);
  });

  it('leads nowhere but below /app', async () => {
    await invite();
    for (const return_to of [
      'https://evil.example/app',
      '//evil.example',
      '/app/../v1',
      '/app\\evil.example',
    ]) {
      const start = await browser().start({ return_to });
      expect([start.status, start.location]).toEqual([303, refused('request.invalid')]);
    }
    const led = browser();
    const callback = await led.toCallback((await led.start({ return_to: '/app/tokens' })).location);
    expect((await led.land(`${callback}&return_to=https://evil.example`)).location).toBe(
      `${HERE}/app/tokens`,
    );
  });

  it('says that the provider refused, or that what came back is not its answer (sign_in.provider_refused)', async () => {
    await invite();
    const account = provider.account;
    provider.account = null;
    expect((await browser().led()).location).toBe(refused('sign_in.provider_refused'));
    provider.account = account;
    for (const [name, value] of [
      ['code', 'of-somebody-else'],
      ['iss', 'https://evil.example'],
    ] as const) {
      const led = browser();
      const callback = new URL(await led.toCallback((await led.start()).location), HERE);
      callback.searchParams.set(name, value);
      expect((await led.land(callback.pathname + callback.search)).location).toBe(
        refused('sign_in.provider_refused'),
      );
    }
  });

  it('takes no code that was given for another sign-in: verifier and nonce are others (sign_in.provider_refused)', async () => {
    await invite();
    const [attacker, victim] = [browser(), browser()];
    const stolen = new URL(await attacker.toCallback((await attacker.start()).location), HERE);
    const own = new URL(await victim.toCallback((await victim.start()).location), HERE);
    own.searchParams.set('code', stolen.searchParams.get('code') ?? '');
    expect((await victim.land(own.pathname + own.search)).location).toBe(refused('sign_in.provider_refused'));
    expect((await victim.post('/app/session/token')).status).toBe(401);
  });

  it('tells pages how to sign in, and with whom', async () => {
    const { body } = await browser().post('/app/session/ways');
    expect(body).toEqual({ ways: ['password', 'oidc'], provider: new URL(provider.issuer).host });
  });

  describe('once more, by who is signed in', () => {
    const recently = async (led: TestBrowser): Promise<number> => {
      const body = { name: 'Lasting', scopes: ['read'] };
      return (await (await led.api()).send('POST', '/v1/access-tokens', body)).status;
    };
    const makeOld = (): Promise<unknown> =>
      application.database.query(`UPDATE sessions SET signed_in_at = now() - interval '15 minutes'`);

    it('asks for the password at the provider, and the session goes on with another cookie', async () => {
      await invite();
      const led = browser();
      await led.led();
      await makeOld();
      expect(await recently(led)).toBe(403);
      const token = await led.token();
      const before = led.cookie;
      const start = await led.start({ reauthenticate: 'true', return_to: '/app/tokens' });
      expect(new URL(start.location).searchParams.get('max_age')).toBe('0');
      expect((await led.land(await led.toCallback(start.location))).location).toBe(`${HERE}/app/tokens`);
      expect(led.cookie).not.toBe(before);
      expect(await recently(led)).toBe(201);
      const me = await fetch(`${application.url}/v1/me`, { headers: { 'X-API-KEY': token } });
      expect(me.status).toBe(200);
    });

    it('does not believe a provider that asked long ago (sign_in.provider_refused)', async () => {
      await invite();
      const led = browser();
      await led.led();
      await makeOld();
      provider.signedInSecondsAgo = 120;
      expect((await led.led({ reauthenticate: 'true' })).location).toBe(refused('sign_in.provider_refused'));
      expect(await recently(led)).toBe(403);
    });

    it('does not take a sign-in for recent for which the provider asked nothing', async () => {
      await invite();
      provider.signedInSecondsAgo = 20 * 60;
      const led = browser();
      expect((await led.led()).location).toBe(`${HERE}/app`);
      expect(await recently(led)).toBe(403);
      provider.signedInSecondsAgo = 0;
      await led.led({ reauthenticate: 'true' });
      expect(await recently(led)).toBe(201);
    });

    it('is nothing that another user can do (sign_in.other_user)', async () => {
      await invite();
      const led = browser();
      await led.led();
      await makeOld();
      await invite();
      led.forgetProvider();
      expect((await led.led({ reauthenticate: 'true' })).location).toBe(refused('sign_in.other_user'));
      expect(await recently(led)).toBe(403);
    });

    it('wants a session (session.ended)', async () => {
      await invite();
      expect((await browser().led({ reauthenticate: 'true' })).location).toBe(refused('session.ended'));
      const led = browser();
      await led.led();
      const callback = await led.toCallback((await led.start({ reauthenticate: 'true' })).location);
      await led.post('/app/session/end');
      expect((await led.land(callback)).location).toBe(refused('session.ended'));
    });
  });

  it('asks for the organization where there are several (sign_in.organization_needed)', async () => {
    const user = await invite();
    await application.organization('Another one');
    expect((await browser().led()).location).toBe(refused('sign_in.organization_needed'));
    for (const organization of ['Another one', 'Nowhere']) {
      const led = browser();
      expect((await led.led({ organization })).location).toBe(refused('sign_in.user_unknown'));
      expect((await led.post('/app/session/token')).status).toBe(401);
    }
    const led = browser();
    expect((await led.led({ organization: ORGANIZATION })).location).toBe(`${HERE}/app`);
    expect((await meOf(led)).user_id).toBe(user.id);
  });

  it('keeps apart the users of two organizations that have the same account', async () => {
    const user = await invite();
    const another = await application.organization('Another one');
    const { email = '' } = provider.account ?? {};
    const there = await another.api.create<User>('/v1/users', { email_address: email });
    for (const [organization, { id }] of [
      [ORGANIZATION, user],
      ['Another one', there],
    ] as const) {
      const led = browser();
      await led.led({ organization });
      expect((await meOf(led)).user_id).toBe(id);
    }
  });
});

describe('the last administrator who can sign in', () => {
  it('keeps their account, unless they have a password too (user.last_administrator)', async () => {
    const provider = await new IdentityProvider().start();
    const application = await createTestApplication({ settings: provider.settings });
    const email = 'ada@example.com';
    const ada = await application.api.create<User>('/v1/users', {
      email_address: email,
      is_administrator: true,
    });
    await application.api.create('/v1/users', { email_address: 'grace@example.com', is_administrator: true });
    provider.account = { sub: 'ada', email, email_verified: true };
    await new LedBrowser(application.url).led();
    for (const patch of [{ oidc_subject: null }, { is_archived: true }, { is_administrator: false }]) {
      const answer = await application.api.patch<{ code: string }>(`/v1/users/${ada.id}`, patch);
      expect([answer.status, answer.body.code]).toEqual([409, 'user.last_administrator']);
    }
    await makeAccount(application, { organization: ORGANIZATION, email });
    expect((await application.api.patch(`/v1/users/${ada.id}`, { oidc_subject: null })).status).toBe(200);
    await application.close();
    await provider.stop();
  });
});

describe('where the provider is the only way', () => {
  it('there are no passwords, no links, and a hint how to make an administrator', async () => {
    const provider = await new IdentityProvider('http://localhost:3000', true).start();
    const settings = { ...provider.settings, SIGN_IN: 'oidc' };
    const application = await createTestApplication({ settings });
    const { id } = await application.api.create<User>('/v1/users', { email_address: 'ada@example.com' });
    const browser = new LedBrowser(application.url);
    for (const path of [
      '/app/session',
      '/app/session/password',
      '/app/session/link',
      '/app/session/reauthenticate',
    ]) {
      expect([path, (await browser.post(path)).status]).toEqual([path, 404]);
    }
    const link = await fetch(`${application.url}/v1/users/${id}/sign-in-link`, {
      method: 'POST',
      headers: { 'X-API-KEY': application.token },
    });
    expect(link.status).toBe(404);
    provider.account = { sub: 'ada', email: 'ADA@example.com', email_verified: true };
    expect((await browser.led()).location).toBe(`${HERE}/app`);
    expect((await browser.post('/app/session/ways')).body).toMatchObject({ ways: ['oidc'] });
    await application.close();
    await provider.stop();
  });

  it('takes any address where the operator trusts all of them', async () => {
    const provider = await new IdentityProvider().start();
    const settings = { ...provider.settings, OIDC_TRUST_EMAIL: 'true' };
    const application = await createTestApplication({ settings });
    await application.api.create<User>('/v1/users', { email_address: 'ada@example.com' });
    provider.account = { sub: 'ada', email: 'ada@example.com', email_verified: false };
    expect((await new LedBrowser(application.url).led()).location).toBe(`${HERE}/app`);
    await application.close();
    await provider.stop();
  });
});
