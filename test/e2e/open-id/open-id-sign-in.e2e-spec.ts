import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ORGANIZATION } from '../../../src/testing/opened-application.js';
import {
  HERE,
  ProviderStage,
  refusedWith,
  whoIs,
  type LinkedUser,
} from '../../support/application/provider-stage.js';
import { eventsAbout } from '../../support/application/published-events.js';
import type { TestApplication } from '../../support/application/test-application.js';
import type { LedBrowser } from '../../support/requests/led-browser.js';
import { TestBrowser } from '../../support/requests/test-browser.js';
import { CLIENT_ID, type IdentityProvider } from '../../support/servers/identity-provider.js';

describe('signing in at the provider', () => {
  let stage: ProviderStage;
  let provider: IdentityProvider;
  let application: TestApplication;

  beforeAll(async () => {
    stage = await ProviderStage.open();
    ({ provider, application } = stage);
  });
  afterAll(() => stage.close());

  it('leads an invited user there and back, to the page that was asked for, with a session', async () => {
    const user = await stage.invite();
    const led = stage.browser();
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
    expect(await whoIs(led)).toMatchObject({ user_id: user.id, credential: 'session' });
  });

  it('links the account at the first time, and tells administrators; from then on no address counts', async () => {
    const user = await stage.invite();
    expect([user.oidc_issuer, user.oidc_subject]).toEqual([null, null]);
    const account = provider.account;
    expect((await stage.browser().led()).location).toBe(`${HERE}/app`);
    expect(await stage.userOf(user)).toMatchObject({
      oidc_issuer: provider.issuer,
      oidc_subject: account?.sub,
    });
    if (account) provider.account = { ...account, email: 'married@example.com', email_verified: false };
    const again = stage.browser();
    expect((await again.led()).location).toBe(`${HERE}/app`);
    expect((await whoIs(again)).user_id).toBe(user.id);
    if (account) provider.account = { ...account, sub: 'somebody else with the address' };
    expect((await stage.browser().led()).location).toBe(refusedWith('sign_in.user_unknown'));
    expect((await stage.userOf(user)).oidc_subject).toBe(account?.sub);
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
    const user = await stage.invite();
    if (provider.account) provider.account = { ...provider.account, ...members };
    const led = stage.browser();
    expect((await led.led()).location).toBe(refusedWith('sign_in.user_unknown'));
    expect((await led.post('/app/session/token')).status).toBe(401);
    expect((await stage.userOf(user)).oidc_subject).toBeNull();
  });

  it.each([
    ['is archived', { is_archived: true }],
    ['is a service', { type: 'service', is_administrator: false, oidc_subject: null }],
  ])('signs nobody in who %s, linked or not (sign_in.user_unknown)', async (_who, members) => {
    const stranger = await stage.invite();
    await application.api.patch(`/v1/users/${stranger.id}`, members);
    expect((await stage.browser().led()).location).toBe(refusedWith('sign_in.user_unknown'));
    const linked = await stage.invite();
    const led = stage.browser();
    await led.led();
    await application.api.patch(`/v1/users/${linked.id}`, members);
    expect((await led.post('/app/session/token')).status).toBe(401);
    expect((await stage.browser().led()).location).toBe(refusedWith('sign_in.user_unknown'));
  });

  it('finds the account that an administrator has named, whatever its address', async () => {
    const user = await stage.invite({ oidc_subject: 'auth0|named' });
    expect(user).toMatchObject({ oidc_subject: 'auth0|named', oidc_issuer: provider.issuer });
    provider.account = { sub: 'auth0|named', email: 'private@example.net', email_verified: false };
    const led = stage.browser();
    expect((await led.led()).location).toBe(`${HERE}/app`);
    expect((await whoIs(led)).user_id).toBe(user.id);
    const other = await application.api.post<{ code: string }>('/v1/users', {
      email_address: 'another@example.com',
      oidc_subject: 'auth0|named',
    });
    expect([other.status, other.body.code]).toEqual([409, 'user.oidc_subject_in_use']);
  });

  it('ends with the account, where an administrator takes it away or gives another one', async () => {
    const user = await stage.invite();
    const led = stage.browser();
    await led.led();
    expect((await application.api.patch(`/v1/users/${user.id}`, { oidc_subject: 'another' })).status).toBe(
      200,
    );
    expect((await led.post('/app/session/token')).status).toBe(401);
    expect((await stage.browser().led()).location).toBe(refusedWith('sign_in.user_unknown'));
    await application.api.patch(`/v1/users/${user.id}`, { oidc_subject: null });
    expect((await stage.browser().led()).location).toBe(`${HERE}/app`);
  });

  it('counts each state once, in the browser that began it, for ten minutes (sign_in.state_unknown)', async () => {
    await stage.invite();
    const led = stage.browser();
    const callback = await led.toCallback((await led.start()).location);
    const cookies = new Map(led.cookies);
    const other = stage.browser();
    await other.start();
    for (const stranger of [stage.browser(), other]) {
      expect((await stranger.land(callback)).location).toBe(refusedWith('sign_in.state_unknown'));
      expect((await stranger.post('/app/session/token')).status).toBe(401);
    }
    expect((await led.land(callback)).location).toBe(`${HERE}/app`);
    const replayed = stage.browser();
    for (const [name, value] of cookies) replayed.cookies.set(name, value);
    expect((await replayed.land(callback)).location).toBe(refusedWith('sign_in.state_unknown'));
    const late = stage.browser();
    const { location } = await late.start();
    await application.database.query('UPDATE open_id_sign_ins SET expires_at = now()');
    expect((await late.land(await late.toCallback(location))).location).toBe(
      refusedWith('sign_in.state_unknown'),
    );
  });

  it('makes one session of two callbacks at the same moment (sign_in.state_unknown)', async () => {
    await stage.invite();
    const led = stage.browser();
    const callback = await led.toCallback((await led.start()).location);
    const twins = Array.from({ length: 4 }, () => {
      const twin = stage.browser();
      for (const [name, value] of led.cookies) twin.cookies.set(name, value);
      return twin;
    });
    const arrivals = await Promise.all(twins.map((twin) => twin.land(callback)));
    const pages = arrivals.map(({ location }) => location).sort();
    expect(pages).toEqual([`${HERE}/app`, ...Array<string>(3).fill(refusedWith('sign_in.state_unknown'))]);
  });

  it('links one user once, when two people at the provider have the address at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const user = await stage.invite();
      const account = provider.account;
      const callbacks: [LedBrowser, string][] = [];
      for (const sub of [`first ${round}`, `second ${round}`]) {
        if (account) provider.account = { ...account, sub };
        const led = stage.browser();
        callbacks.push([led, await led.toCallback((await led.start()).location)]);
      }
      const arrivals = await Promise.all(callbacks.map(([led, callback]) => led.land(callback)));
      expect(arrivals.map(({ location }) => location).sort()).toEqual([
        `${HERE}/app`,
        refusedWith('sign_in.user_unknown'),
      ]);
      expect((await stage.userOf(user)).oidc_subject).toMatch(/^(first|second) /);
    }
  });

  it('lets one person in twice at the same moment, also the first time', async () => {
    const user = await stage.invite();
    const arrivals = await Promise.all(
      [stage.browser(), stage.browser(), stage.browser()].map((led) => led.led()),
    );
    expect(arrivals.map(({ location }) => location)).toEqual(Array(3).fill(`${HERE}/app`));
    expect((await stage.userOf(user)).oidc_subject).toBe(provider.account?.sub);
  });

  it('ends the session that the browser had, and gives another cookie each time', async () => {
    await stage.invite();
    const led = stage.browser();
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
    await stage.invite();
    for (const return_to of [
      'https://evil.example/app',
      '//evil.example',
      '/app/../v1',
      '/app\\evil.example',
    ]) {
      const start = await stage.browser().start({ return_to });
      expect([start.status, start.location]).toEqual([303, refusedWith('request.invalid')]);
    }
    const led = stage.browser();
    const callback = await led.toCallback((await led.start({ return_to: '/app/tokens' })).location);
    expect((await led.land(`${callback}&return_to=https://evil.example`)).location).toBe(
      `${HERE}/app/tokens`,
    );
  });

  it('says that the provider refused, or that what came back is not its answer (sign_in.provider_refused)', async () => {
    await stage.invite();
    const account = provider.account;
    provider.account = null;
    expect((await stage.browser().led()).location).toBe(refusedWith('sign_in.provider_refused'));
    provider.account = account;
    for (const [name, value] of [
      ['code', 'of-somebody-else'],
      ['iss', 'https://evil.example'],
    ] as const) {
      const led = stage.browser();
      const callback = new URL(await led.toCallback((await led.start()).location), HERE);
      callback.searchParams.set(name, value);
      expect((await led.land(callback.pathname + callback.search)).location).toBe(
        refusedWith('sign_in.provider_refused'),
      );
    }
  });

  it('takes no code that was given for another sign-in: verifier and nonce are others (sign_in.provider_refused)', async () => {
    await stage.invite();
    const [attacker, victim] = [stage.browser(), stage.browser()];
    const stolen = new URL(await attacker.toCallback((await attacker.start()).location), HERE);
    const own = new URL(await victim.toCallback((await victim.start()).location), HERE);
    own.searchParams.set('code', stolen.searchParams.get('code') ?? '');
    expect((await victim.land(own.pathname + own.search)).location).toBe(
      refusedWith('sign_in.provider_refused'),
    );
    expect((await victim.post('/app/session/token')).status).toBe(401);
  });

  it('tells pages how to sign in, and with whom', async () => {
    const { body } = await stage.browser().post('/app/session/ways');
    expect(body).toEqual({ ways: ['password', 'oidc'], provider: new URL(provider.issuer).host });
  });

  it('asks for the organization where there are several (sign_in.organization_needed)', async () => {
    const user = await stage.invite();
    await application.organization('Another one');
    expect((await stage.browser().led()).location).toBe(refusedWith('sign_in.organization_needed'));
    for (const organization of ['Another one', 'Nowhere']) {
      const led = stage.browser();
      expect((await led.led({ organization })).location).toBe(refusedWith('sign_in.user_unknown'));
      expect((await led.post('/app/session/token')).status).toBe(401);
    }
    const led = stage.browser();
    expect((await led.led({ organization: ORGANIZATION })).location).toBe(`${HERE}/app`);
    expect((await whoIs(led)).user_id).toBe(user.id);
  });

  it('keeps apart the users of two organizations that have the same account', async () => {
    const user = await stage.invite();
    const another = await application.organization('Another one');
    const { email = '' } = provider.account ?? {};
    const there = await another.api.create<LinkedUser>('/v1/users', { email_address: email });
    for (const [organization, { id }] of [
      [ORGANIZATION, user],
      ['Another one', there],
    ] as const) {
      const led = stage.browser();
      await led.led({ organization });
      expect((await whoIs(led)).user_id).toBe(id);
    }
  });
});
