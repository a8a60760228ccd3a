import { stat } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { createTestApplication, type TestApplication } from '../support/application/test-application.js';
import { outputFolder, startChromium, watch, type Watched } from '../support/browsers/web-browser.js';
import { until } from '../../src/testing/until.js';

describe('Swagger UI in a browser', () => {
  let application: TestApplication;
  let browser: Browser;
  let page: Page;
  let watched: Watched;

  beforeAll(async () => {
    application = await createTestApplication();
    await application.api.create('/v1/clients', { name: 'Northwind Traders' });
    browser = await startChromium();
    page = await browser.newPage({ viewport: { width: 1280, height: 1600 } });
    watched = watch(page, application.url);
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
    expect(watched).toEqual({ faults: [], foreign: [] });
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
    expect(watched).toEqual({ faults: [], foreign: [] });
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
    expect(watched).toEqual({ faults: [], foreign: [] });
  });

  const shoot = async (name: string): Promise<void> => {
    const path = `${outputFolder()}${name}.png`;
    await page.screenshot({ path, fullPage: false });
    expect((await stat(path)).size).toBeGreaterThan(20_000);
  };
});
