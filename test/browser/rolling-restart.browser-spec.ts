import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { ORGANIZATION } from '../../src/testing/opened-application.js';
import { createTestApplication, type TestApplication } from '../support/application/test-application.js';
import { openSignedIn } from '../support/browsers/signed-in.js';
import { startChromium } from '../support/browsers/web-browser.js';
import { makeAccount } from '../support/requests/test-browser.js';
import { ReverseProxy } from '../support/servers/reverse-proxy.js';

const account = { organization: ORGANIZATION, email: 'ada@example.com' };

let first: TestApplication;
let processes: TestApplication[];
let targets: string[];
let proxy: ReverseProxy;
let browser: Browser;

beforeAll(async () => {
  first = await createTestApplication();
  processes = [await another(), await another()];
  targets = processes.map(({ url }) => url);
  proxy = new ReverseProxy(targets);
  browser = await startChromium(await proxy.start());
  await makeAccount(first, account);
});
afterAll(async () => {
  await browser.close();
  await proxy.stop();
  for (const process of [...processes, first]) await process.close();
});

const another = () => createTestApplication({ databaseUrl: first.databaseUrl });

it('pages that are open work on while each of two processes is replaced', async () => {
  const { page, watched } = await openSignedIn(browser, account);
  const visit = async (): Promise<void> => {
    for (const [name, title] of [
      ['Tokens', 'Access tokens'],
      ['Webhooks', 'Webhooks'],
      ['Settings', 'Settings'],
    ] as const) {
      await page.getByRole('link', { name, exact: true }).first().click();
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();
      expect(await page.getByRole('alert').allInnerTexts()).toEqual([]);
    }
    await page.reload();
    await page.getByRole('heading', { name: 'Where you are signed in' }).waitFor();
  };
  await visit();
  for (const index of [0, 1]) {
    await processes[index]?.close();
    await visit();
    const next = await another();
    processes[index] = next;
    targets[index] = next.url;
    await visit();
  }
  expect(watched).toEqual({ faults: [], foreign: [] });
});
