import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { ORGANIZATION } from '../../src/testing/opened-application.js';
import { until } from '../../src/testing/until.js';
import { createPlanning, type Planning } from '../support/application/planning.js';
import { createTestApplication, type TestApplication } from '../support/application/test-application.js';
import { openLimited, openSignedIn } from '../support/browsers/signed-in.js';
import { PUBLIC_URL, startChromium, type WatchedPage } from '../support/browsers/web-browser.js';
import { makeAccount } from '../support/requests/test-browser.js';

const account = { organization: ORGANIZATION, email: 'ada@example.com' };

describe('the page of changes', () => {
  let application: TestApplication;
  let planning: Planning;
  let browser: Browser;
  let user: WatchedPage;
  let page: Page;

  beforeAll(async () => {
    application = await createTestApplication({ delivers: true });
    browser = await startChromium(application.url);
    await makeAccount(application, account);
    planning = await createPlanning(application);
    await application.api.patch(`/v1/projects/${planning.projectId}`, { name: 'Relaunch' });
    user = await openSignedIn(browser, account);
    ({ page } = user);
  });
  afterEach(() => expect(user.watched).toEqual({ faults: [], foreign: [] }));
  afterAll(async () => {
    await browser.close();
    await application.close();
  });

  const open = async (path = '/changes'): Promise<void> => {
    await page.goto(`${PUBLIC_URL}/app${path}`);
    await page.getByRole('table', { name: 'Changes' }).waitFor();
  };
  const rows = () => page.getByRole('table', { name: 'Changes' }).getByRole('row');
  const topics = async () =>
    (await rows().locator('td:nth-child(2)').allInnerTexts()).map((text) => text.trim());

  const shows = (expected: readonly string[]) =>
    until(`the topics are ${expected.join(', ')}`, async () => (await topics()).join() === expected.join());

  it('tells who changed what, from what to what, the last first', async () => {
    await open();
    expect((await topics()).slice(0, 2)).toEqual(['session.created', 'project.modified']);
    const renamed = await rows().nth(2).innerText();
    expect(renamed).toMatch(/name\s+Project \d+ → Relaunch/);
    expect(renamed).toMatch(/Relaunch\s+owner@|Relaunch\s+\S+@\S+/);
    const { token_name } = (await application.api.get<{ token_name: string }>('/v1/me')).body;
    expect(renamed).toContain(token_name);
    await page.getByRole('link', { name: 'Relaunch' }).first().click();
    await page.getByRole('heading', { name: 'Relaunch' }).waitFor();
  });

  it('is cut down to a topic, a record and a user, and shows all again', async () => {
    await open();
    await page.getByLabel('Only of topic').selectOption('project.*');
    await shows(['project.modified', 'project.created']);
    await page.getByRole('button', { name: 'Only this one: Relaunch' }).first().click();
    await page.getByRole('button', { name: 'Of all records, not of one' }).waitFor();
    await shows(['project.modified', 'project.created']);
    await page.getByLabel('Only by').selectOption('ada@example.com');
    await page.getByText('No change that is kept is like this.').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByRole('cell', { name: 'client.created' }).waitFor();
  });

  it('follows what happens, by one stream, and by none while nobody looks', async () => {
    const streams: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/changes/stream')) streams.push(request.url());
    });
    await open();
    await page.getByLabel('Only of topic').selectOption('tag.*');
    await page.getByText('No change that is kept is like this.').waitFor();
    await page.getByText('Follow what happens now').click();
    await application.api.create('/v1/tags', { name: 'First' });
    await page.getByRole('cell', { name: 'First', exact: true }).waitFor();
    await application.api.create('/v1/tags', { name: 'Second' });
    await page.getByRole('cell', { name: 'Second', exact: true }).waitFor();
    await shows(['tag.created', 'tag.created']);
    expect(streams).toHaveLength(1);

    const ended = page.waitForEvent('requestfailed', (request) => request.url().includes('/changes/stream'));
    await page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'))`);
    await ended;
    await application.api.create('/v1/tags', { name: 'Third' });
    await page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'))`);
    await page.getByRole('cell', { name: 'Third', exact: true }).waitFor();
    await shows(['tag.created', 'tag.created', 'tag.created']);
    expect(streams).toHaveLength(2);
    const [first, second] = streams.map((url) => new URL(url).searchParams.get('cursor'));
    expect(second).not.toBe(first);
  });

  it('begins anew where more happens than it shows, so that nothing between is left out', async () => {
    await open('/changes?topic=tag.*');
    await page.getByText('Follow what happens now').click();
    await application.api.create('/v1/tags', { name: 'Before many' });
    await page.getByRole('cell', { name: 'Before many', exact: true }).waitFor();
    for (let part = 0; part < 6; part += 1) {
      const operations = Array.from({ length: 100 }, (_, index) => ({
        method: 'POST',
        path: '/v1/tags',
        body: { name: `Tag ${part * 100 + index}` },
      }));
      expect((await application.api.post('/v1/batch', { mode: 'atomic', operations })).status).toBe(200);
    }
    const numbers = async () =>
      (await page.getByRole('cell', { name: /^Tag \d+$/ }).allInnerTexts()).map((name) =>
        Number(name.slice(4)),
      );
    let shown: number[] = [];
    await until('the list was read anew, and has the last one', async () => {
      shown = await numbers();
      return shown[0] === 599 && shown.length < 500;
    });
    expect(shown).toEqual(shown.map((_, index) => 599 - index));
  });

  it('says in a second window that the first one follows, and follows there when that one does not', async () => {
    await open();
    await page.getByText('Follow what happens now').click();
    const second = await user.context.newPage();
    await second.goto(`${PUBLIC_URL}/app/changes?topic=tag.*`);
    await second.getByText('Follow what happens now').click();
    await second.getByText('Another window follows').waitFor();
    await page.getByText('Follow what happens now').click();
    await second.getByText('Another window follows').waitFor({ state: 'detached' });
    await application.api.create('/v1/tags', { name: 'Fourth' });
    await second.getByRole('cell', { name: 'Fourth', exact: true }).waitFor();
    await second.close();
  });

  it('says why nothing comes where following is refused (changes.too_many_streams)', async () => {
    await open();
    const body = { code: 'changes.too_many_streams', detail: 'There are 5 streams already.' };
    await page.route('**/v1/changes/stream*', (route) => route.fulfill({ status: 429, json: body }));
    await page.getByText('Follow what happens now').click();
    await page.getByRole('alert').getByText('There are 5 streams already.').waitFor();
    await page.unroute('**/v1/changes/stream*');
  });

  it('names the rights that are missing for what is hidden: who it was, and rates', async () => {
    const { api } = application;
    const person = await planning.newPerson({ given_name: 'Grace' });
    await api.patch(`/v1/people/${person}`, { cost_rate: { currency_code: 'USD', amount: 81 } });
    const path = `/changes?resource=${person}`;
    const alan = await openLimited(browser, application, ['people:read'], path);
    const change = alan.page.getByRole('row').filter({ hasText: 'person.modified' });
    await change.getByText('hidden without rates:read').first().waitFor();
    await change.getByText('another user').waitFor();
    expect(await change.innerText()).not.toContain('81');
    for (const scope of ['admin', 'rates:read'])
      await alan.page.locator('p').getByText(scope, { exact: true }).waitFor();
    expect(alan.watched).toEqual({ faults: [], foreign: [] });
    await alan.context.close();
    await open(path);
    expect(await rows().filter({ hasText: 'person.modified' }).innerText()).toContain('81 USD');
  });

  it('does not say that nothing has changed to who may see nothing of it', async () => {
    const alan = await openLimited(browser, application, ['webhooks:read'], '/changes');
    await alan.page.getByText('Nothing that you may see has changed yet').waitFor();
    expect(alan.watched).toEqual({ faults: [], foreign: [] });
    await alan.context.close();
  });

  it('has what was before on the left of what is now, also of names that run from right to left', async () => {
    const project = await planning.newProject({ name: 'ألف' });
    await application.api.patch(`/v1/projects/${project}`, { name: 'باء' });
    await open(`/changes?resource=${project}`);
    const change = rows().filter({ hasText: 'project.modified' });
    const left = async (text: string) =>
      (await change.locator('bdi').getByText(text, { exact: true }).boundingBox())?.x ?? NaN;
    expect(await left('ألف')).toBeLessThan(await left('باء'));
  });
});
