import { describe, expect, it } from '@jest/globals';
import { InvitationService } from '../../../src/contexts/organization/index.js';
import { ORGANIZATION } from '../../../src/testing/opened-application.js';
import { HERE, ProviderStage } from '../../support/application/provider-stage.js';
import { makeAccount } from '../../support/requests/test-browser.js';

describe('the last administrator who can sign in', () => {
  it('keeps their account, unless they have a password too (user.last_administrator)', async () => {
    const stage = await ProviderStage.open();
    const { api } = stage.application;
    const ada = await stage.invite();
    await api.create('/v1/users', { email_address: 'grace@example.com', is_administrator: true });
    await stage.browser().led();
    const patches = [
      { oidc_subject: null },
      { oidc_subject: 'of nobody' },
      { is_archived: true },
      { is_administrator: false },
    ];
    for (const patch of patches) {
      const answer = await api.patch<{ code: string }>(`/v1/users/${ada.id}`, patch);
      expect([answer.status, answer.body.code]).toEqual([409, 'user.last_administrator']);
    }
    await makeAccount(stage.application, { organization: ORGANIZATION, email: 'person1@example.com' });
    expect((await api.patch(`/v1/users/${ada.id}`, { oidc_subject: null })).status).toBe(200);
    await stage.close();
  });
});

describe('where the provider is the only way', () => {
  it('there are no passwords and no links', async () => {
    const stage = await ProviderStage.open({ SIGN_IN: 'oidc' }, true);
    const { id } = await stage.invite();
    const browser = stage.browser();
    for (const path of ['', '/password', '/link', '/link/password', '/reauthenticate']) {
      expect([path, (await browser.post(`/app/session${path}`)).status]).toEqual([path, 404]);
    }
    const link = await fetch(`${stage.application.url}/v1/users/${id}/sign-in-link`, {
      method: 'POST',
      headers: { 'X-API-KEY': stage.application.token },
    });
    expect(link.status).toBe(404);
    expect((await browser.led()).location).toBe(`${HERE}/app`);
    expect((await browser.post('/app/session/ways')).body).toMatchObject({ ways: ['oidc'] });
    await stage.close();
  });

  it('an administrator is made on the command line, and needs no link', async () => {
    const stage = await ProviderStage.open({ SIGN_IN: 'oidc' });
    const invitations = stage.application.get(InvitationService);
    expect(await invitations.findMissing()).toMatchObject({ needsRights: true, byPassword: false });
    expect(await invitations.create(ORGANIZATION, 'ada@example.com', true)).toBeNull();
    expect(await invitations.findMissing()).toBeNull();
    stage.provider.account = { sub: 'ada', email: 'ADA@example.com', email_verified: true };
    const browser = stage.browser();
    await browser.led();
    expect((await (await browser.api()).get('/v1/me')).body).toMatchObject({ scopes: ['admin'] });
    await stage.close();
  });
});

describe('where there are passwords too', () => {
  it('a start names who needs a link, until an administrator has a way', async () => {
    const stage = await ProviderStage.open();
    await stage.invite();
    const invitations = stage.application.get(InvitationService);
    expect(await invitations.findMissing()).toMatchObject({ email: 'person1@example.com', byPassword: true });
    await stage.browser().led();
    expect(await invitations.findMissing()).toBeNull();
    await stage.close();
  });
});

describe('where the operator trusts all addresses', () => {
  it('one counts that the provider has not verified', async () => {
    const stage = await ProviderStage.open({ OIDC_TRUST_EMAIL: 'true' });
    const user = await stage.invite();
    stage.provider.account = { sub: 'ada', email: 'person1@example.com', email_verified: false };
    expect((await stage.browser().led()).location).toBe(`${HERE}/app`);
    expect((await stage.userOf(user)).oidc_subject).toBe('ada');
    await stage.close();
  });
});

describe('the address of the program', () => {
  it('with https makes a cookie that only it can set, and is what the provider leads back to', async () => {
    const stage = await ProviderStage.open({ PUBLIC_URL: 'https://example.com/planning' });
    const { location, setCookies } = await stage.browser().start();
    expect(new URL(location).searchParams.get('redirect_uri')).toBe(
      'https://example.com/planning/app/session/oidc/callback',
    );
    expect(setCookies).toEqual([
      expect.stringMatching(
        /^__Host-sign-in=pdo_\w{49}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
      ),
    ]);
    await stage.close();
  });

  it('without https leads to the provider on this machine only (request.https_needed)', async () => {
    const PUBLIC_URL = 'http://planning.example.com';
    const stage = await ProviderStage.open({ PUBLIC_URL });
    const start = await stage.browser().start();
    expect([start.location, start.setCookies]).toEqual([
      `${PUBLIC_URL}/app/sign-in?error=request.https_needed`,
      [],
    ]);
    await stage.close();
  });
});
