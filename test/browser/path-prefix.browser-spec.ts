import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { ORGANIZATION } from '../../src/testing/opened-application.js';
import { createTestApplication, type TestApplication } from '../support/application/test-application.js';
import { openContext, PUBLIC_URL, startChromium } from '../support/browsers/web-browser.js';
import { linkFor, PASSWORD } from '../support/requests/test-browser.js';
import { ReverseProxy } from '../support/servers/reverse-proxy.js';

const PREFIX = '/planning';

let application: TestApplication;
let proxy: ReverseProxy;
let browser: Browser;

beforeAll(async () => {
  application = await createTestApplication({ settings: { PUBLIC_URL: PUBLIC_URL + PREFIX } });
  proxy = new ReverseProxy([application.url], PREFIX);
  browser = await startChromium(await proxy.start());
});
afterAll(async () => {
  await browser.close();
  await proxy.stop();
  await application.close();
});

it('the pages lie where PUBLIC_URL says, also below a path that a proxy takes away', async () => {
  const { page, watched } = await openContext(browser);
  const link = await linkFor(application, { organization: ORGANIZATION, email: 'ada@example.com' });
  expect(link).toContain(`${PUBLIC_URL}${PREFIX}/app/welcome#`);
  await page.goto(link);
  await page.getByLabel('New password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: ORGANIZATION, level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Tokens', exact: true }).click();
  await page.getByRole('heading', { name: 'Access tokens' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`${PREFIX}/app/tokens`);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('E-mail address').fill('ada@example.com');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Access tokens' }).waitFor();
  expect(watched).toEqual({ faults: [], foreign: [] });
});
