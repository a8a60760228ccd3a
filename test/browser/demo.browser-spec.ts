import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, Request } from 'playwright-core';
import { buildWorld } from '../../src/seed/world/build-world.js';
import { isActualTime } from '../../src/seed/world/world.js';
import { ORGANIZATION } from '../../src/testing/opened-application.js';
import { createTestApplication, type TestApplication } from '../support/application/test-application.js';
import { accessibilityFaults } from '../support/browsers/accessibility.js';
import { openSignedIn } from '../support/browsers/signed-in.js';
import { startChromium, type WatchedPage } from '../support/browsers/web-browser.js';
import { makeAccount } from '../support/requests/test-browser.js';

const BATCH = '**/v1/batch';
const account = { organization: ORGANIZATION, email: 'ada@example.com' };

describe('people and projects that are made up, for who looks around first', () => {
  let application: TestApplication;
  let browser: Browser;
  let user: WatchedPage;

  beforeEach(async () => {
    application = await createTestApplication();
    browser = await startChromium(application.url);
    await makeAccount(application, account);
    user = await openSignedIn(browser, account);
    await user.page.getByRole('button', { name: 'Make some up' }).click();
    expect(await accessibilityFaults(user.page)).toEqual([]);
  });
  afterEach(async () => {
    await browser.close();
    await application.close();
  });

  /** The answer is lost on the way. */
  const doneUnseen = (request: Request) =>
    fetch(`${application.url}/v1/batch`, {
      method: 'POST',
      headers: request.headers(),
      body: request.postData(),
    });
  const makeThem = () => user.page.getByRole('button', { name: 'Make them' }).click();
  const totalOf = async (list: string): Promise<unknown> =>
    (await application.api.get(`/v1/${list}?pageSize=1`)).body.total;

  it('are there once, though answers are lost and the server is too busy in between', async () => {
    const { page, watched } = user;
    let sent = 0;
    await page.route(BATCH, async (route) => {
      sent += 1;
      if (sent % 40 === 3) {
        await doneUnseen(route.request());
        await route.abort();
      } else if (sent % 40 === 6) {
        await route.fulfill({ status: 503, json: { code: 'server.database_unavailable' } });
      } else await route.continue();
    });
    await makeThem();
    await page.getByText(/^[1-9]\d? % is there/).waitFor();
    await page.getByRole('status').getByText('Made 50 people, 40 projects').waitFor({ timeout: 270_000 });
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('heading', { name: 'People: done' }).waitFor();

    const until = new Date().toISOString().slice(0, 10);
    const world = buildWorld({ people: 50, projects: 40, months: 3, seed: 1, until, currency: 'EUR' });
    const { body: time } = await application.api.get('/v1/actual-time/totals');
    expect([
      await totalOf('people'),
      await totalOf('projects'),
      await totalOf('clients'),
      time.count,
    ]).toEqual([50, 40, world.clients.length, world.work.filter(isActualTime).length]);
    expect(watched.faults).toEqual([]);
  }, 300_000);

  it('end where one is refused: what was made stays, and the page says why', async () => {
    const { page } = user;
    const refused = { code: 'person.email_in_use', detail: 'Another person has this e-mail address.' };
    let sent = 0;
    await page.route(BATCH, async (route) => {
      sent += 1;
      if (sent < 5) return route.continue();
      const { operations } = route.request().postDataJSON() as { operations: unknown[] };
      const results = operations.map(() => ({ ref: null, status: 409, headers: {}, body: refused }));
      return route.fulfill({ status: 207, json: { results } });
    });
    await makeThem();
    await page.getByRole('alert').getByText(refused.detail).waitFor();
    await page.getByText('It has stopped on the way.').waitFor();
    expect(sent).toBe(5);
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});
