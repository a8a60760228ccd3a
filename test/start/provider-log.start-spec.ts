import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestApplication, type TestApplication } from '../support/application/test-application.js';
import { Program } from '../support/programs/program.js';
import { linesWith } from '../support/requests/canaries.js';
import { LedBrowser } from '../support/requests/led-browser.js';
import { CLIENT_SECRET, IdentityProvider } from '../support/servers/identity-provider.js';

const HERE = 'http://localhost:3000';
const account = { sub: 'zqxcanary-subject', email: 'zqxcanary@example.com', email_verified: true };

describe('no log holds what is said to the provider and by it', () => {
  let provider: IdentityProvider;
  let application: TestApplication;
  let program: Program;
  let url: string;

  beforeAll(async () => {
    provider = await new IdentityProvider().start();
    provider.account = account;
    application = await createTestApplication({ settings: provider.settings });
    await application.api.create('/v1/users', { email_address: account.email, scopes: ['read'] });
    program = new Program(['dist/main.js', '--api-only'], {
      ...provider.settings,
      DATABASE_URL: application.databaseUrl,
      LOG_LEVEL: 'trace',
      PUBLIC_URL: HERE,
      WEBHOOK_SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
    });
    url = await program.address();
  });
  afterAll(async () => {
    await program.kill('SIGKILL');
    await application.close();
    await provider.stop();
  });

  it('whether it signs in, is refused, fails, or brings a token', async () => {
    const secrets = [CLIENT_SECRET, account.sub, account.email];
    const callbackOf = async (browser: LedBrowser): Promise<URL> => {
      const { location } = await browser.start();
      const callback = new URL(await browser.toCallback(location), HERE);
      const asked = [...new URL(location).searchParams].filter(([name]) =>
        /^(state|nonce|code_challenge)$/.test(name),
      );
      secrets.push(...asked.map(([, value]) => value), callback.searchParams.get('code') ?? '');
      return callback;
    };
    const land = async (browser: LedBrowser, { pathname, search }: URL): Promise<string> => {
      const { location } = await browser.land(pathname + search);
      secrets.push(...browser.cookies.values());
      return location;
    };
    const browser = new LedBrowser(url);
    expect(await land(browser, await callbackOf(browser))).toBe(`${HERE}/app`);
    expect(await land(browser, await callbackOf(new LedBrowser(url)))).toMatch(
      /error=sign_in\.state_unknown$/,
    );
    const wrong = await callbackOf(browser);
    wrong.searchParams.set('code', 'zqxcanary-code');
    expect(await land(browser, wrong)).toMatch(/error=sign_in\.provider_refused$/);

    const tokens = [
      (await provider.tokens('read')).access_token,
      await provider.sign({ sub: account.sub, exp: 1 }),
      await provider.sign({ sub: 'zqxcanary-stranger' }),
      await provider.sign(
        { sub: account.sub },
        { alg: 'HS256', key: { kty: 'oct', k: 'enF4Y2FuYXJ5enF4Y2FuYXJ5enF4Y2FuYXJ5enF4Y2Fu' } },
      ),
    ];
    const statusOf = async (token: string): Promise<number> => {
      secrets.push(token, token.split('.')[2] ?? '');
      return (await fetch(`${url}/v1/me`, { headers: { Authorization: `Bearer ${token}` } })).status;
    };
    const statuses: number[] = [];
    for (const token of tokens) statuses.push(await statusOf(token));
    expect(statuses).toEqual([200, 401, 401, 401]);
    const late = await callbackOf(browser);
    provider.failsWith = 500;
    expect(await land(browser, late)).toMatch(/error=sign_in\.provider_unavailable$/);
    await program.says(/Refused with sign_in\.provider_unavailable/);

    expect(secrets.filter((secret) => secret.length < 8)).toEqual([]);
    expect(linesWith([...secrets, 'zqxcanary'], { program: program.output })).toEqual([]);
    expect(program.output).toContain('A sign-in at the provider was refused');
    expect(program.output).toContain('A JWT was refused');
  });
});
