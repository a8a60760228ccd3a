import { expect } from '@jest/globals';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { ORGANIZATION } from '../../../src/testing/opened-application.js';
import type { TestApplication } from '../application/test-application.js';
import { makeAccount, PASSWORD, type Account } from '../requests/test-browser.js';
import { openContext, PUBLIC_URL, type WatchedPage } from './web-browser.js';

export async function signIn(
  { page }: WatchedPage,
  { organization, email }: Account,
  path = '',
): Promise<void> {
  await page.goto(`${PUBLIC_URL}/app${path}`);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  await page.getByText(organization).first().waitFor();
}

/** A user who is signed in, at a page of the web application. */
export async function openSignedIn(
  browser: Browser,
  account: Account,
  path = '',
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const opened = await openContext(browser, options);
  await signIn(opened, account, path);
  return opened;
}

/** Alan, who is no administrator and has no more than these scopes. */
export async function openLimited(
  browser: Browser,
  application: TestApplication,
  scopes: readonly string[],
  path = '',
): Promise<WatchedPage> {
  const account = { organization: ORGANIZATION, email: 'alan@example.com' };
  await makeAccount(application, account);
  const { body } = await application.api.get<{ results: { id: string; email_address: string }[] }>(
    '/v1/users',
  );
  const id = body.results.find(({ email_address }) => email_address === account.email)?.id ?? '';
  const rights = { is_administrator: false, scopes };
  expect((await application.api.patch(`/v1/users/${id}`, rights)).status).toBe(200);
  return openSignedIn(browser, account, path);
}
