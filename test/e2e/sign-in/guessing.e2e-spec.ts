import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ORGANIZATION } from '../../../src/testing/opened-application.js';
import { createTestApplication, type TestApplication } from '../../support/application/test-application.js';
import { makeAccount, TestBrowser, type BrowserAnswer } from '../../support/requests/test-browser.js';

const account = { organization: ORGANIZATION, email: 'ada@example.com' };
const settings = { TRUST_PROXY: '1', RATE_LIMIT_UNAUTHENTICATED_REQUESTS: '100000' };

describe('guessing a password', () => {
  let first: TestApplication;
  let second: TestApplication;
  let addresses = 0;

  beforeAll(async () => {
    first = await createTestApplication({ settings });
    second = await createTestApplication({ databaseUrl: first.databaseUrl, settings });
    await makeAccount(first, account);
  });
  afterAll(async () => {
    await second.close();
    await first.close();
  });
  beforeEach(() => first.database.query('DELETE FROM sign_in_failures'));

  const guess = (index: number, address: string, email = account.email): Promise<BrowserAnswer> =>
    new TestBrowser((index % 2 ? first : second).url, address).signIn(
      { ...account, email },
      `guess ${index}`,
    );
  const statusesOf = (answers: readonly BrowserAnswer[]) => {
    const counted: Record<string, number> = {};
    for (const { status } of answers) counted[status] = (counted[status] ?? 0) + 1;
    return counted;
  };
  const all = async <Result>(count: number, call: (index: number) => Promise<Result>): Promise<Result[]> =>
    Promise.all(Array.from({ length: count }, (_, index) => call(index)));
  const fails = (key: 'account', failures: number): Promise<unknown> =>
    first.database.query(
      // The account's counter alone has so many of ten addresses.
      `UPDATE sign_in_failures SET failures = $1 WHERE failures = (SELECT max(failures) FROM sign_in_failures) AND $2 = $2`,
      [failures, key],
    );
  const newAddress = (): string => `198.51.100.${(addresses += 1)}`;

  it('ends after ten attempts of an address, in all processes together, also at the same moment (sign_in.too_many_failures)', async () => {
    const answers = await all(24, (index) => guess(index, '192.0.2.1'));
    expect(statusesOf(answers)).toEqual({ 401: 10, 429: 14 });
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body.error).toMatch(
      /^Too many sign-ins from here have failed: try again in \d+ seconds\.$/,
    );
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(840);
    expect(Number(refused?.headers.get('retry-after'))).toBeLessThanOrEqual(900);
    // The right one is not looked at either.
    const right = await new TestBrowser(first.url, '192.0.2.1').signIn(account);
    expect(right.status).toBe(429);
  });

  it('locks nobody out: the user signs in from elsewhere, whatever others try', async () => {
    await all(12, (index) => guess(index, '192.0.2.2'));
    expect((await new TestBrowser(second.url, '192.0.2.3').signIn(account)).status).toBe(200);
  });

  it('only takes longer from fifty failures of an account on, from however many addresses', async () => {
    await all(3, () => guess(0, newAddress()));
    await fails('account', 52);
    const began = performance.now();
    expect((await new TestBrowser(first.url, newAddress()).signIn(account)).status).toBe(200);
    const took = performance.now() - began;
    expect(took).toBeGreaterThan(2990);
    expect(took).toBeLessThan(20_000);
  });

  it('counts a network of IPv6 as one address', async () => {
    const answers = await all(12, (index) => guess(index, `2001:db8:1:2::${index + 1}`));
    expect(statusesOf(answers)).toEqual({ 401: 10, 429: 2 });
    expect((await guess(0, '2001:db8:1:3::1')).status).toBe(401);
  });

  it('ends after a hundred attempts of an address over all accounts', async () => {
    const answers = await all(104, (index) => guess(index, '192.0.2.4', `user${index}@example.com`));
    const { 401: failed = 0, 429: refused = 0, 503: busy = 0, ...others } = statusesOf(answers);
    expect(others).toEqual({});
    // What was not looked at, for want of a place, counts for nobody.
    expect(failed).toBeLessThanOrEqual(100);
    expect(refused + busy).toBeGreaterThanOrEqual(4);
  });

  it('counts no sign-in that succeeds, and keeps the failures before it', async () => {
    await all(9, (index) => guess(index, '192.0.2.5'));
    for (let round = 0; round < 3; round += 1) {
      expect((await new TestBrowser(first.url, '192.0.2.5').signIn(account)).status).toBe(200);
    }
    expect((await guess(0, '192.0.2.5')).status).toBe(401);
    expect((await guess(1, '192.0.2.5')).status).toBe(429);
  });

  it('begins anew when its window is over', async () => {
    await all(11, (index) => guess(index, '192.0.2.6'));
    await first.database.query('UPDATE sign_in_failures SET ends_at = now()');
    expect((await new TestBrowser(first.url, '192.0.2.6').signIn(account)).status).toBe(200);
  });

  it('counts with the password that is asked for once more', async () => {
    const ada = new TestBrowser(first.url, '192.0.2.7');
    await ada.signIn(account);
    const answers = await all(12, () => ada.post('/app/session/reauthenticate', { password: 'guess' }));
    expect(statusesOf(answers)).toEqual({ 401: 10, 429: 2 });
  });

  describe('tells nobody whether there is an account', () => {
    const kinds = {
      known: account.email,
      unknown: 'nobody@example.com',
      'without a password': 'invited@example.com',
      'a service': 'sync@example.com',
    };

    beforeAll(async () => {
      await first.api.create('/v1/users', { email_address: kinds['without a password'] });
      await first.api.create('/v1/users', { email_address: kinds['a service'], type: 'service' });
    });

    it('by what it answers', async () => {
      const seen = new Set<string>();
      for (const email of Object.values(kinds)) {
        const { status, body, headers, setCookies } = await guess(0, newAddress(), email);
        const names = [...headers.keys()].sort();
        seen.add(JSON.stringify({ status, body: { ...body, request_id: '' }, names, setCookies }));
      }
      const elsewhere = await new TestBrowser(first.url, newAddress()).signIn(
        { ...account, organization: 'No such organization' },
        'guess',
      );
      expect([elsewhere.status, elsewhere.body.code]).toEqual([401, 'sign_in.failed']);
      expect(seen.size).toBe(1);
    });

    it('by how long it takes', async () => {
      const emails = [kinds.known, kinds.unknown];
      const times = emails.map((): number[] => []);
      // By turns, so that the machine has as much else to do for both.
      for (let round = 0; round < 15; round += 1) {
        for (const [index, email] of emails.entries()) {
          const began = performance.now();
          await guess(1, newAddress(), email);
          times[index]?.push(performance.now() - began);
        }
      }
      const [known = 0, unknown = 0] = times.map((one) => one.sort((a, b) => a - b)[7] ?? 0);
      // A hash takes tens of milliseconds, everything else a few.
      expect(unknown).toBeGreaterThan(known / 2);
      expect(unknown).toBeLessThan(known * 2);
    });
  });
});
