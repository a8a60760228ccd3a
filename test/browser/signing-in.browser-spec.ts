import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, Locator } from 'playwright-core';
import { until } from '../../src/testing/until.js';
import { ORGANIZATION } from '../../src/testing/opened-application.js';
import { createTestApplication, type TestApplication } from '../support/application/test-application.js';
import { accessibilityFaults } from '../support/browsers/accessibility.js';
import { openLimited, signIn } from '../support/browsers/signed-in.js';
import {
  openContext,
  PUBLIC_URL,
  startChromium,
  untilMarked,
  type WatchedPage,
} from '../support/browsers/web-browser.js';
import { linkFor, makeAccount, PASSWORD, type TestBrowser } from '../support/requests/test-browser.js';

const email = 'ada@example.com';
const account = { organization: ORGANIZATION, email };

describe('signing in, in a browser', () => {
  let application: TestApplication;
  let browser: Browser;
  let user: WatchedPage;
  let ada: TestBrowser;

  beforeAll(async () => {
    application = await createTestApplication();
    browser = await startChromium(application.url);
    ada = await makeAccount(application, account);
  });
  beforeEach(async () => {
    user = await openContext(browser);
  });
  afterEach(async () => {
    await user.context.close();
    expect(user.watched).toEqual({ faults: [], foreign: [] });
  });
  afterAll(async () => {
    await browser.close();
    await application.close();
  });

  /** Changes what is kept of sessions, and waits until no process remembers what was. */
  const change = async (statement: string, isSeen: (status: number) => boolean): Promise<void> => {
    const api = await ada.api();
    await application.database.query(statement);
    await application.database.query(
      `SELECT pg_notify('access_token_revocations', id::text) FROM users WHERE email_address = $1`,
      [email],
    );
    const body = { name: 'Tried', scopes: ['read'] };
    await until('it is seen', async () =>
      isSeen((await api.send('POST', '/v1/access-tokens?validate_only=true', body)).status),
    );
  };

  /** Twenty minutes after the sign-in, for which the password is needed once more. @returns the question for it */
  const makeTokenLate = async (name: string): Promise<Locator> => {
    const { page } = user;
    await signIn(user, account, '/tokens');
    await page.getByRole('button', { name: 'Make a token' }).first().click();
    await page.getByLabel('What it is for').fill(name);
    await page.getByRole('checkbox', { name: 'Clients and pipelines: write' }).press('Space');
    await change(
      `UPDATE sessions SET signed_in_at = now() - interval '20 minutes'`,
      (status) => status === 403,
    );
    await page.getByRole('dialog').getByRole('button', { name: 'Make the token' }).click();
    return page.getByRole('dialog', { name: 'Is it you?' });
  };

  it('begins with the link of an invitation, which neither address bar nor history keeps', async () => {
    const { page } = user;
    const invited = { organization: ORGANIZATION, email: 'grace@example.com' };
    const link = await linkFor(application, invited);
    await page.goto(link);
    await page.getByText(`grace@example.com at ${ORGANIZATION}`).waitFor();
    expect(page.url()).toBe(`${PUBLIC_URL}/app/welcome`);
    expect(await accessibilityFaults(page)).toEqual([]);

    await page.getByLabel('New password').fill('too short');
    await page.getByRole('button', { name: 'Set the password and sign in' }).click();
    await untilMarked(page, 'New password');

    await page.getByLabel('New password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Set the password and sign in' }).click();
    await page.getByRole('heading', { name: ORGANIZATION, level: 1 }).waitFor();

    await page.goto('about:blank');
    await page.goto(link);
    await page.getByRole('heading', { name: 'This link cannot be used' }).waitFor();
    expect(await page.getByRole('alert').innerText()).toContain('This link was used');
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it('says what is wrong in the words of the server, and leads to the page that was asked for', async () => {
    const { page } = user;
    await page.goto(`${PUBLIC_URL}/app/settings/sessions`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('not this one, sorry');
    await page.keyboard.press('Enter');
    const alert = await page.getByRole('alert').innerText();
    expect(alert).toContain('The address or the password is not right');
    expect(alert).toMatch(/Request \S{36}/);

    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Where you are signed in' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/app/settings/sessions');
  });

  it('keeps the token of the API in memory only, and takes another one when it is refused', async () => {
    const { page, context } = user;
    await signIn(user, account);
    await page.getByRole('heading', { name: ORGANIZATION, level: 1 }).waitFor();
    const kept = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])');
    expect(kept).not.toContain('pds_');
    expect((await context.cookies()).map(({ httpOnly, sameSite }) => [httpOnly, sameSite])).toEqual([
      [true, 'Strict'],
    ]);

    await change('DELETE FROM session_tokens', (status) => status === 401);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Organization' }).click();
    await page.getByLabel('Name', { exact: true }).waitFor();
  });

  it('asks for the password once more where an action needs it, and then does the action', async () => {
    const { page } = user;
    const question = await makeTokenLate('HubSpot sync');
    await question.getByLabel('Password', { exact: true }).fill('not this one, sorry');
    await page.keyboard.press('Enter');
    await question.getByText('The address or the password is not right').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await question.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'The token' }).waitFor();
  });

  it('asks for no password any more when another tab signs out, and does nothing for who signs in next', async () => {
    const { page, context } = user;
    const question = await makeTokenLate('Of the one before');
    await question.waitFor();
    const other = await context.newPage();
    await other.goto(`${PUBLIC_URL}/app/projects`);
    await other.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await question.waitFor({ state: 'detached' });
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('E-mail address').fill(email);
    await page.keyboard.press('Enter');
    await page.getByRole('table', { name: 'Access tokens' }).waitFor();
    expect(await page.getByText('Of the one before').count()).toBe(0);
  });

  it('ends in every tab when one of them signs out', async () => {
    await signIn(user, account);
    const { page, context } = user;
    await page.getByRole('heading', { name: ORGANIZATION, level: 1 }).waitFor();
    const other = await context.newPage();
    await other.goto(`${PUBLIC_URL}/app/tokens`);
    await other.getByRole('heading', { name: 'Access tokens' }).waitFor();
    await other.getByRole('button', { name: 'Make a token' }).first().click();
    await other.getByLabel('What it is for').fill('Half typed');
    await page.getByRole('button', { name: 'Sign out' }).click();
    for (const tab of [page, other]) await tab.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await other.getByText('admin@example.com').count()).toBe(0);
    expect(await other.evaluate('JSON.stringify({ ...sessionStorage })')).not.toContain('Half typed');
  });

  it('outlives a change of rights in every tab, though it gets another cookie', async () => {
    const alan = await openLimited(browser, application, ['people:read']);
    const { context, page } = alan;
    const tabs = [page, await context.newPage(), await context.newPage(), await context.newPage()];
    const [found] = await application.database.query<{ id: string }[]>(
      `SELECT id FROM users WHERE email_address = 'alan@example.com'`,
    );
    for (const scope of ['sales:read', 'delivery:read', 'webhooks:read']) {
      const { status } = await application.api.patch(`/v1/users/${found?.id}`, { scopes: [scope] });
      expect(status).toBe(200);
      await Promise.all(tabs.map((tab) => tab.goto(`${PUBLIC_URL}/app/settings`)));
      for (const tab of tabs) await tab.getByRole('navigation', { name: 'Pages' }).waitFor();
    }
    expect(alan.watched).toEqual({ faults: [], foreign: [] });
    await context.close();
  });

  it('comes back to the page that was open when the session has ended by itself', async () => {
    const { page } = user;
    await signIn(user, account, '/webhooks');
    await change('UPDATE sessions SET ended_at = now()', (status) => status === 401);
    await page.getByRole('link', { name: 'Tokens', exact: true }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Access tokens' }).waitFor();
    await ada.signIn(account);
  });

  it('shows nothing that one user has typed to another one who signs in after them', async () => {
    const { page } = user;
    const other = { organization: ORGANIZATION, email: 'joan@example.com' };
    await makeAccount(application, other);
    await signIn(user, account, '/tokens');
    await page.getByRole('button', { name: 'Make a token' }).first().click();
    await page.getByLabel('What it is for').fill('Half typed');
    await change('UPDATE sessions SET ended_at = now()', (status) => status === 401);
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await signIn(user, other, '/tokens');
    await page.getByRole('button', { name: 'Make a token' }).first().click();
    expect(await page.getByLabel('What it is for').inputValue()).toBe('');
    expect(await page.evaluate('JSON.stringify({ ...sessionStorage })')).not.toContain('Half typed');
    await ada.signIn(account);
  });

  it('says nothing that somebody else has put into the address', async () => {
    const { page } = user;
    for (const error of ['constructor', 'call 0900 123']) {
      await page.goto(`${PUBLIC_URL}/app/sign-in?error=${encodeURIComponent(error)}`);
      await page.getByText('Signing in failed: try again.').waitFor();
      expect(await page.getByText(error).count()).toBe(0);
    }
  });

  it('asks for the organization where there are several (sign_in.organization_needed)', async () => {
    const { page } = user;
    await application.organization('Another organization');
    await page.goto(`${PUBLIC_URL}/app`);
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByLabel('Organization').fill(ORGANIZATION);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: ORGANIZATION, level: 1 }).waitFor();
  });
});
