import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { ORGANIZATION } from '../../src/testing/opened-application.js';
import { createTestApplication, type TestApplication } from '../support/application/test-application.js';
import { accessibilityFaults } from '../support/browsers/accessibility.js';
import { openSignedIn } from '../support/browsers/signed-in.js';
import {
  pathsAskedFor,
  PUBLIC_URL,
  startChromium,
  type WatchedPage,
} from '../support/browsers/web-browser.js';
import { makeAccount } from '../support/requests/test-browser.js';

const account = { organization: ORGANIZATION, email: 'ada@example.com' };
const MANY = 2500;

describe('with thousands of users, tokens and webhooks', () => {
  let application: TestApplication;
  let browser: Browser;
  let user: WatchedPage;
  let page: Page;

  beforeAll(async () => {
    application = await createTestApplication({ delivers: true });
    browser = await startChromium(application.url);
    await makeAccount(application, account);
    const { database, organizationId } = application;
    await database.query(
      `INSERT INTO users (id, organization_id, email_address, email_key)
       SELECT gen_random_uuid(), $1, 'user' || n || '@example.com', 'user' || n || '@example.com'
       FROM generate_series(1, ${MANY}) n`,
      [organizationId],
    );
    await database.query(
      `INSERT INTO access_tokens (id, organization_id, user_id, name, token_hash, scopes, expires_at)
       SELECT gen_random_uuid(), $1, id, 'CRM of ' || email_address, md5(email_key) || md5(email_key), '{read}',
         now() + substr(email_key, 5, position('@' IN email_key) - 5)::int * interval '50 hours'
       FROM users WHERE organization_id = $1 AND email_key LIKE 'user%'`,
      [organizationId],
    );
    await database.query(
      `INSERT INTO webhook_subscribers (organization_id, id, name, url, secret)
       SELECT $1, gen_random_uuid(), 'Receiver ' || n, 'https://example.com/' || n, 'secret'
       FROM generate_series(1, ${MANY}) n`,
      [organizationId],
    );
    user = await openSignedIn(browser, account);
    ({ page } = user);
  });
  afterEach(() => expect(user.watched).toEqual({ faults: [], foreign: [] }));
  afterAll(async () => {
    await browser.close();
    await application.close();
  });

  const open = async (path: string): Promise<void> => {
    await page.goto(`${PUBLIC_URL}/app${path}`);
    await page.waitForLoadState('networkidle');
  };

  it('the page of changes asks once for users and once for tokens, and offers users by their address', async () => {
    const lists = ['/v1/users', '/v1/access-tokens'];
    await application.api.create('/v1/tags', { name: 'First' });
    const { token_name } = (await application.api.get<{ token_name: string }>('/v1/me')).body;
    const asked = await pathsAskedFor(page, async () => {
      await open('/changes');
      await page.getByRole('cell').getByText(token_name).first().waitFor();
    });
    expect(asked.filter((path) => lists.includes(path)).toSorted()).toEqual(lists.toSorted());
    expect(asked.length).toBeLessThanOrEqual(6);
    const offered = await page.getByLabel('Only by').locator('option').allInnerTexts();
    expect(offered).toHaveLength(MANY + 3);
    expect(offered.slice(0, 2)).toEqual(['Anybody', 'ada@example.com']);
    expect(offered.indexOf('user1@example.com') + 1).toBe(offered.indexOf('user10@example.com'));
  });

  it.each([
    ['/tokens', 'Access tokens', 'CRM 2499', 'user2499@example.com'],
    ['/settings/users', 'Users', '2499 person', 'user2499@example.com'],
    ['/webhooks', 'Webhooks', 'receiver 2499', 'https://example.com/2499'],
  ])('%s shows the first of them, more when asked to, and those that are searched for', async (...given) => {
    const [path, caption, typed, found] = given;
    await open(path);
    const rows = page.getByRole('table', { name: caption }).locator('tbody tr');
    await page
      .getByRole('status')
      .getByText(/^50 of 25\d\d are shown/)
      .waitFor();
    expect(await rows.count()).toBe(50);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show more' }).click();
    await rows.nth(99).waitFor();
    expect(await rows.count()).toBe(100);
    await page.getByLabel('Find').fill(typed);
    await page
      .getByRole('status')
      .getByText(/^1 of 25/)
      .waitFor();
    expect(await rows.count()).toBe(1);
    expect(await rows.innerText()).toContain(found);
  });

  it('the start page names the tokens that end first, and how many more do soon', async () => {
    await open('');
    const attention = page.getByRole('listitem').filter({ hasText: 'Ends soon' });
    await attention.first().waitFor();
    const names = await attention.getByRole('link').allInnerTexts();
    expect(names).toEqual([1, 2, 3, 4, 5].map((n) => `CRM of user${n}@example.com`));
    await page.getByText('1 more of the tokens end soon.').waitFor();
  });
});
