import { existsSync, mkdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chromium, type Browser, type Page } from 'playwright-core';
import { createTestApplication, type TestApplication } from '../support/test-application.js';

const OUTPUT = new URL('../.output/', import.meta.url).pathname;
const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

describe('Swagger UI in a browser', () => {
  let application: TestApplication;
  let browser: Browser;
  let page: Page;
  const faults: string[] = [];
  const foreign: string[] = [];

  beforeAll(async () => {
    application = await createTestApplication();
    await application.api.create('/v1/clients', { name: 'Northwind Traders' });
    const executablePath = process.env.CHROMIUM ?? BROWSERS.find((path) => existsSync(path));
    if (!executablePath) throw new Error('Install Chromium, or set CHROMIUM to the path of a browser.');
    browser = await chromium.launch({
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    });
    page = await browser.newPage({ viewport: { width: 1280, height: 1600 } });
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(application.url) && !request.url().startsWith('data:'))
        foreign.push(request.url());
    });
    mkdirSync(OUTPUT, { recursive: true });
  });
  afterAll(async () => {
    await browser.close();
    await application.close();
  });

  it('lists every group of operations, without a fault and without a foreign host', async () => {
    await page.goto(`${application.url}/docs`);
    await page.waitForSelector('.opblock-tag');
    const groups = await page
      .locator('.opblock-tag')
      .evaluateAll((tags) => tags.map((tag) => tag.getAttribute('data-tag')));
    expect(groups).toEqual(expect.arrayContaining(['Clients', 'Projects', 'People', 'Pipelines', 'Tags']));
    expect([faults, foreign]).toEqual([[], []]);
  });

  it('makes a call with the token that is entered, and shows the answer', async () => {
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    await page
      .locator('.modal-ux input[type=text], .modal-ux input[type=password]')
      .first()
      .fill(application.token);
    await page.locator('.modal-ux').getByRole('button', { name: 'Apply credentials' }).click();
    await page.locator('.modal-ux').getByRole('button', { name: 'Close' }).click();

    await page.locator('[data-tag="Clients"]').click();
    const operation = page.locator('#operations-Clients-listClients');
    await operation.locator('.opblock-summary-control').click();
    await operation.getByRole('button', { name: 'Try it out' }).click();
    await operation.getByRole('button', { name: 'Execute' }).click();
    const answer = operation.locator('.live-responses-table');
    await answer.waitFor();
    expect(await answer.locator('tbody .response-col_status').first().innerText()).toContain('200');
    expect(await answer.locator('.highlight-code').first().innerText()).toContain('Northwind Traders');

    await operation.scrollIntoViewIfNeeded();
    await page.screenshot({ path: `${OUTPUT}swagger-ui.png`, fullPage: false });
    expect((await stat(`${OUTPUT}swagger-ui.png`)).size).toBeGreaterThan(20_000);
    expect([faults, foreign]).toEqual([[], []]);
  });
});
