import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { ORGANIZATION } from '../../src/testing/opened-application.js';
import { until } from '../../src/testing/until.js';
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

describe('the page of pipelines', () => {
  let application: TestApplication;
  let browser: Browser;
  let user: WatchedPage;
  let page: Page;
  let deal: string;
  let made = 0;
  let stages: Record<string, string>;

  beforeAll(async () => {
    application = await createTestApplication();
    browser = await startChromium(application.url);
    await makeAccount(application, account);
    user = await openSignedIn(browser, account);
    ({ page } = user);
  });
  beforeEach(async () => {
    const { api } = application;
    const pipeline = await api.create<{ id: string; stages: { id: string; name: string }[] }>(
      '/v1/pipelines',
      {
        name: `Sales ${++made}`,
        stages: [
          { name: 'Prospecting', outcome: 'open', likelihood: 0.1 },
          { name: 'Offer', outcome: 'open', likelihood: 0.5 },
          { name: 'Won', outcome: 'won' },
        ],
      },
    );
    stages = Object.fromEntries(pipeline.stages.map(({ id, name }) => [name, id]));
    const { id: client_id } = await api.create('/v1/clients', { name: `Northwind ${made}` });
    ({ id: deal } = await api.create('/v1/projects', {
      name: 'Relaunch',
      client_id,
      stage_id: stages.Prospecting,
    }));
    await page.goto(`${PUBLIC_URL}/app/pipelines?pipeline=${pipeline.id}`);
    await inStage('Prospecting').getByRole('link', { name: 'Relaunch' }).waitFor();
  });
  afterEach(() => expect(user.watched).toEqual({ faults: [], foreign: [] }));
  afterAll(async () => {
    await browser.close();
    await application.close();
  });

  const inStage = (name: string) => page.getByRole('region', { name, exact: true });
  const handle = () => page.getByRole('row', { name: 'Relaunch' }).locator('button[slot="drag"]');
  const present = async () => {
    const { status, stage_id } = (await application.api.get(`/v1/projects/${deal}`)).body;
    return [status, Object.keys(stages).find((name) => stages[name] === stage_id)];
  };
  const told = (what: string) => page.getByRole('status').getByText(what).waitFor();

  it('shows stages in their order, with their rules and deals', async () => {
    const names = await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts();
    expect(names).toEqual(['Prospecting', 'Offer', 'Won']);
    expect(await inStage('Prospecting').innerText()).toMatch(/one deal, 10\s?% likely/);
    expect(await inStage('Won').innerText()).toContain(
      'it awaits its start, and what is planned is kept as sold',
    );
    await inStage('Prospecting').getByText(`Northwind ${made}`).waitFor();
  });

  it('moves a deal that is dragged with the mouse', async () => {
    const grip = { sourcePosition: { x: 12, y: 16 } };
    await page.getByRole('row', { name: 'Relaunch' }).dragTo(inStage('Offer').getByRole('grid'), grip);
    await told('Moved "Relaunch" to "Offer".');
    await inStage('Offer').getByRole('link', { name: 'Relaunch' }).waitFor();
    expect(await present()).toEqual(['pre_sale', 'Offer']);
  });

  it('moves a deal that is dragged with the keyboard, and tells before it is won what that means', async () => {
    await handle().focus();
    await page.keyboard.press('Enter');
    const target = () => page.evaluate<string>('document.activeElement.closest("section")?.ariaLabel ?? ""');
    await until('the keyboard is at a place to drop it', async () => (await target()) === 'Offer');
    await page.keyboard.press('Tab');
    await until('the keyboard is at the next one', async () => (await target()) === 'Won');
    await page.keyboard.press('Enter');
    await page
      .getByRole('dialog', { name: 'Move the deal' })
      .getByText('It becomes "Awaiting start"')
      .waitFor();
    expect(await present()).toEqual(['pre_sale', 'Prospecting']);
    await page.getByRole('button', { name: 'Move', exact: true }).last().click();
    await told('Moved "Relaunch" to "Won". It is now: Awaiting start.');
    expect(await present()).toEqual(['awaiting_start', 'Won']);
  });

  it('moves a deal without dragging, and overwrites nobody (precondition.failed)', async () => {
    await application.api.patch(`/v1/projects/${deal}`, { stage_id: stages.Offer });
    await page.getByRole('button', { name: 'Move Relaunch' }).click();
    const dialog = page.getByRole('dialog', { name: 'Move the deal' });
    await dialog.getByLabel('To').selectOption('Won');
    await dialog.getByText('kept as what was sold').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Move' }).click();
    await dialog.getByRole('alert').waitFor();
    expect(await present()).toEqual(['pre_sale', 'Offer']);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await inStage('Offer').getByRole('link', { name: 'Relaunch' }).waitFor();
    await page.getByRole('button', { name: 'Move Relaunch' }).click();
    await dialog.getByLabel('To').selectOption('Prospecting');
    await dialog.getByRole('button', { name: 'Move' }).click();
    await told('Moved "Relaunch" to "Prospecting".');
    expect(await present()).toEqual(['pre_sale', 'Prospecting']);
  });

  it('shows a part of many deals with six requests, and then the others', async () => {
    const deals = 150;
    const operations = Array.from({ length: deals - 1 }, (_, index) => [
      { method: 'POST', path: '/v1/clients', ref: `c${index}`, body: { name: `Client ${made} ${index}` } },
      {
        method: 'POST',
        path: '/v1/projects',
        body: { name: `Deal ${index}`, client_id: `@{c${index}.id}`, stage_id: stages.Offer },
      },
    ]).flat();
    for (let from = 0; from < operations.length; from += 100) {
      const part = { mode: 'atomic', operations: operations.slice(from, from + 100) };
      expect(await application.api.post('/v1/batch', part)).toMatchObject({ status: 200 });
    }
    const asked = await pathsAskedFor(page, async () => {
      await page.reload();
      await page.getByText(`100 of ${deals} are shown.`).waitFor();
      await page.waitForLoadState('networkidle');
    });
    expect(asked.length).toBeLessThanOrEqual(6);
    const shown = Number.parseInt(/(\d+) shown/.exec(await inStage('Offer').innerText())?.[1] ?? '', 10);
    expect([99, 100]).toContain(shown);
    await page.getByRole('button', { name: 'Show more deals' }).click();
    await inStage('Offer')
      .getByText(`${deals - 1} deals`)
      .waitFor();
    await inStage('Prospecting').getByText('one deal').waitFor();
    expect(await page.getByRole('button', { name: 'Show more deals' }).count()).toBe(0);
  });
});
