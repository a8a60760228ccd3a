import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ORGANIZATION } from '../../../src/testing/opened-application.js';
import { createTestApplication, type TestApplication } from '../../support/application/test-application.js';
import { makeAccount, TestBrowser } from '../../support/requests/test-browser.js';

const ADDRESS = 8;
const WEB = 30;

describe('the limits of who is signed in', () => {
  let application: TestApplication;

  beforeAll(async () => {
    application = await createTestApplication({
      settings: {
        RATE_LIMIT_UNAUTHENTICATED_REQUESTS: `${ADDRESS}`,
        RATE_LIMIT_WEB_REQUESTS: `${WEB}`,
        RATE_LIMIT_WINDOW_SECONDS: '3600',
      },
    });
  });
  afterAll(() => application.close());

  it('are of each user, not of the address that all of an office have, and those whom nobody knows are held back', async () => {
    const [ada, grace] = await Promise.all(
      ['ada@example.com', 'grace@example.com'].map(async (email) => {
        const account = { organization: ORGANIZATION, email };
        await makeAccount(application, account);
        const browser = new TestBrowser(application.url);
        expect((await browser.signIn(account)).status).toBe(200);
        return browser;
      }),
    );
    const tokenOf = (browser = ada) => (browser as TestBrowser).post('/app/session/token');
    for (let count = 0; count < 2 * ADDRESS; count += 1) expect((await tokenOf(ada)).status).toBe(200);
    const last = await tokenOf(ada);
    expect(last.headers.get('ratelimit-policy')).toBe(`"web";q=${WEB};w=3600`);
    // The link, the sign-in, and the tokens so far.
    const seen = 2 + 2 * ADDRESS + 1;
    const at = /^"web";r=(\d+)/.exec(last.headers.get('ratelimit') ?? '')?.[1];
    expect(Number(at)).toBe(WEB - seen);
    const statuses = await Promise.all(Array.from({ length: WEB }, async () => (await tokenOf(ada)).status));
    const refused = statuses.filter((status) => status !== 200);
    expect(new Set(refused)).toEqual(new Set([429]));
    expect(statuses.length - refused.length).toBeLessThanOrEqual(WEB - seen);
    expect((await tokenOf(grace)).status).toBe(200);

    const strangers = [];
    for (let count = 0; count < ADDRESS + 3; count += 1)
      strangers.push((await new TestBrowser(application.url).post('/app/session/token')).status);
    expect(strangers.filter((status) => status === 401).length).toBeLessThanOrEqual(ADDRESS);
    expect(strangers.at(-1)).toBe(429);
  });
});
