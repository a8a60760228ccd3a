import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ORGANIZATION } from '../../../src/testing/opened-application.js';
import { Clock } from '../../../src/platform/values/index.js';
import { createTestApplication, type TestApplication } from '../../support/application/test-application.js';
import { LedBrowser } from '../../support/requests/led-browser.js';
import { makeAccount, TestBrowser } from '../../support/requests/test-browser.js';
import { IdentityProvider } from '../../support/servers/identity-provider.js';

const HERE = 'http://localhost:3000';
const AWAY = `${HERE}/app/sign-in?error=sign_in.provider_unavailable`;
const account = { organization: ORGANIZATION, email: 'ada@example.com' };
const MINUTE_MS = 60_000;

/** Real time, and what has passed besides. */
class HurriedClock extends Clock {
  ahead = 0;

  override elapsed(): number {
    return super.elapsed() + this.ahead;
  }
}

describe('a provider', () => {
  let provider: IdentityProvider;
  let application: TestApplication;
  let clock: HurriedClock;
  let port: number;

  beforeEach(async () => {
    clock = new HurriedClock();
    provider = await new IdentityProvider().start();
    port = Number(new URL(provider.issuer).port);
    application = await createTestApplication({ settings: provider.settings, clock });
    await makeAccount(application, account);
    provider.account = { sub: 'ada', email: account.email, email_verified: true };
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await application.close();
    await provider.stop();
  });

  const browser = (): LedBrowser => new LedBrowser(application.url);
  const statusOf = async (token: string): Promise<number> =>
    (await fetch(`${application.url}/v1/me`, { headers: { Authorization: `Bearer ${token}` } })).status;
  /** Of all clocks, those of the libraries too. */
  const hurry = (milliseconds: number): void => {
    const now = Date.now.bind(Date);
    jest.spyOn(Date, 'now').mockImplementation(() => now() + milliseconds);
    clock.ahead += milliseconds;
  };

  it('that is away is told of, with a code, while passwords and access tokens work (sign_in.provider_unavailable)', async () => {
    const token = await provider.sign({ sub: 'ada' });
    await provider.stop();
    expect((await browser().led()).location).toBe(AWAY);
    const asked = await browser().start({ return_to: '/app/tokens' });
    expect(asked.location).toBe(`${AWAY}&return_to=%2Ftokens`);
    const refused = await fetch(`${application.url}/app/session/oidc`, { redirect: 'manual' });
    expect(refused.headers.get('location')).toBe(`${AWAY}&request_id=${refused.headers.get('x-request-id')}`);
    expect((await new TestBrowser(application.url).signIn(account)).status).toBe(200);
    expect((await application.api.get('/v1/me')).status).toBe(200);
    const response = await fetch(`${application.url}/v1/me`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await response.json()).toMatchObject({ code: 'sign_in.provider_unavailable' });
    provider = await new IdentityProvider().start(port);
    provider.account = { sub: 'ada', email: account.email, email_verified: true };
    clock.ahead += 6000;
    expect((await browser().led()).location).toBe(`${HERE}/app`);
  });

  it('that fails is left in peace for five seconds, however many come', async () => {
    provider.failsWith = 500;
    const before = provider.requests;
    for (let count = 0; count < 5; count += 1) expect((await browser().led()).location).toBe(AWAY);
    await Promise.all(Array.from({ length: 20 }, async () => statusOf(await provider.sign({ sub: 'ada' }))));
    expect(provider.requests - before).toBe(1);
    clock.ahead += 5001;
    expect((await browser().led()).location).toBe(AWAY);
    expect(provider.requests - before).toBe(2);
  });

  it('that goes away in the middle of a sign-in is told of too, and where it was to lead is kept', async () => {
    const led = browser();
    const callback = await led.toCallback(
      (await led.start({ return_to: '/app/tokens?state=live' })).location,
    );
    provider.failsWith = 503;
    expect((await led.land(callback)).location).toBe(`${AWAY}&return_to=%2Ftokens%3Fstate%3Dlive`);
  });

  it('that names itself otherwise is not believed', async () => {
    const other = await createTestApplication({
      databaseUrl: application.databaseUrl,
      settings: { ...provider.settings, OIDC_ISSUER: `http://localhost:${port}` },
    });
    expect((await new LedBrowser(other.url).led()).location).toBe(AWAY);
    await other.close();
  });

  it('may be away for an hour while its JWTs count, as long as its keys are known', async () => {
    await browser().led();
    expect(await statusOf(await provider.sign({ sub: 'ada' }))).toBe(200);
    provider.failsWith = 500;
    clock.ahead += 11 * MINUTE_MS;
    expect(await statusOf(await provider.sign({ sub: 'ada' }))).toBe(200);
    clock.ahead += 50 * MINUTE_MS;
    expect(await statusOf(await provider.sign({ sub: 'ada' }))).toBe(503);
  });

  it('may change its keys: the new ones count, the old ones no longer', async () => {
    await browser().led();
    const old = provider.keyFor('RS256');
    expect(await statusOf(await provider.sign({ sub: 'ada' }))).toBe(200);
    await provider.rotateKeys();
    const before = provider.requests;
    const unknown = await Promise.all(
      Array.from({ length: 10 }, async () => statusOf(await provider.sign({ sub: 'ada' }))),
    );
    expect(new Set(unknown)).toEqual(new Set([401]));
    // What knows no key asks for others at most every 30 seconds.
    expect(provider.requests - before).toBe(0);
    hurry(61_000);
    expect(await statusOf(await provider.sign({ sub: 'ada' }))).toBe(200);
    expect(await statusOf(await provider.sign({ sub: 'ada' }, { key: old }))).toBe(401);
    expect((await browser().led()).location).toBe(`${HERE}/app`);
  });
});
