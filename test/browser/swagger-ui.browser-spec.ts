import { existsSync, mkdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chromium, type Browser, type Page } from 'playwright-core';
import { createTestApplication, type TestApplication } from '../support/application/test-application.js';
import { until } from '../../src/testing/until.js';

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
    await shoot('swagger-ui');
    expect([faults, foreign]).toEqual([[], []]);
  });

  it('is where / leads to, with its groups and its webhooks closed', async () => {
    await page.goto(application.url);
    await page.waitForSelector('.opblock-tag');
    expect(new URL(page.url()).pathname).toBe('/docs');
    const webhooks = page.locator('details.webhooks');
    expect(await page.locator('.opblock:visible').count()).toBe(0);
    await shoot('swagger-ui-closed');
    await webhooks.locator('summary').click();
    expect(await page.locator('details.webhooks .opblock:visible').count()).toBeGreaterThan(20);
    await webhooks.scrollIntoViewIfNeeded();
    await shoot('swagger-ui-webhooks');
    await webhooks.locator('summary').click();
  });

  it('finds operations by words of theirs, whatever their case', async () => {
    const shown = (): Promise<string[]> =>
      page
        .locator('.opblock-tag-section .opblock:visible')
        .evaluateAll((blocks) => blocks.map(({ id }) => id.split('-').at(-1) ?? '').sort());
    const searches = {
      MERGE: ['mergeProjects'],
      'patch Stage': ['updatePipelineStage'],
      listclients: ['listClients'],
      'rate-cards/{id}': ['getRateCard', 'updateRateCard'],
      tags: ['createTag', 'deleteTag', 'getTag', 'listTags', 'updateTag'],
      'no such thing': [],
      Health: ['getLiveness', 'getReadiness'],
      '': [],
    };
    for (const [phrase, operations] of Object.entries(searches)) {
      await page.locator('.operation-filter-input').fill(phrase);
      await until(`what is found by "${phrase}"`, async () => isDeepStrictEqual(await shown(), operations));
      if (phrase === 'tags') await shoot('swagger-ui-filter');
    }
    expect([faults, foreign]).toEqual([[], []]);
  });

  const shoot = async (name: string): Promise<void> => {
    await page.screenshot({ path: `${OUTPUT}${name}.png`, fullPage: false });
    expect((await stat(`${OUTPUT}${name}.png`)).size).toBeGreaterThan(20_000);
  };
});
