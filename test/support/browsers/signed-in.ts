import type { Browser, BrowserContextOptions } from 'playwright-core';
import type { Account } from '../requests/test-browser.js';
import { PASSWORD } from '../requests/test-browser.js';
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
