import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { HERE, ProviderStage, refusedWith } from '../../support/application/provider-stage.js';
import type { TestApplication } from '../../support/application/test-application.js';
import type { TestBrowser } from '../../support/requests/test-browser.js';
import type { IdentityProvider } from '../../support/servers/identity-provider.js';

describe('signing in at the provider once more', () => {
  let stage: ProviderStage;
  let provider: IdentityProvider;
  let application: TestApplication;

  beforeAll(async () => {
    stage = await ProviderStage.open();
    ({ provider, application } = stage);
  });
  afterAll(() => stage.close());
  beforeEach(() => {
    provider.signedInSecondsAgo = 0;
  });

  const recently = async (led: TestBrowser): Promise<number> => {
    const body = { name: 'Lasting', scopes: ['read'] };
    return (await (await led.api()).send('POST', '/v1/access-tokens', body)).status;
  };
  const makeOld = (): Promise<unknown> =>
    application.database.query(`UPDATE sessions SET signed_in_at = now() - interval '15 minutes'`);

  it('asks for the password at the provider, and the session goes on with another cookie', async () => {
    await stage.invite();
    const led = stage.browser();
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
    await stage.invite();
    const led = stage.browser();
    await led.led();
    await makeOld();
    provider.signedInSecondsAgo = 120;
    expect((await led.led({ reauthenticate: 'true' })).location).toBe(
      refusedWith('sign_in.provider_refused'),
    );
    expect(await recently(led)).toBe(403);
  });

  it('does not take a sign-in for recent for which the provider asked nothing', async () => {
    await stage.invite();
    provider.signedInSecondsAgo = 20 * 60;
    const led = stage.browser();
    expect((await led.led()).location).toBe(`${HERE}/app`);
    expect(await recently(led)).toBe(403);
    provider.signedInSecondsAgo = 0;
    await led.led({ reauthenticate: 'true' });
    expect(await recently(led)).toBe(201);
  });

  it('is nothing that another user can do (sign_in.other_user)', async () => {
    await stage.invite();
    const led = stage.browser();
    await led.led();
    await makeOld();
    await stage.invite();
    led.forgetProvider();
    expect((await led.led({ reauthenticate: 'true' })).location).toBe(refusedWith('sign_in.other_user'));
    expect(await recently(led)).toBe(403);
  });

  it('wants a session (session.ended)', async () => {
    await stage.invite();
    expect((await stage.browser().led({ reauthenticate: 'true' })).location).toBe(
      refusedWith('session.ended'),
    );
    const led = stage.browser();
    await led.led();
    const callback = await led.toCallback((await led.start({ reauthenticate: 'true' })).location);
    await led.post('/app/session/end');
    expect((await led.land(callback)).location).toBe(refusedWith('session.ended'));
  });
});
