import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { ORGANIZATION } from '../../src/testing/opened-application.js';
import { until } from '../../src/testing/until.js';
import { createTestApplication, type TestApplication } from '../support/application/test-application.js';
import { webhookSettings } from '../support/application/webhook-world.js';
import { insertDelivery } from '../support/application/inserted-delivery.js';
import { openSignedIn } from '../support/browsers/signed-in.js';
import {
  openContext,
  PUBLIC_URL,
  startChromium,
  untilMarked,
  type WatchedPage,
} from '../support/browsers/web-browser.js';
import { ApiClient } from '../support/requests/api-client.js';
import { makeAccount } from '../support/requests/test-browser.js';
import { WebhookReceiver } from '../support/servers/webhook-receiver.js';

const account = { organization: ORGANIZATION, email: 'ada@example.com' };

describe('what the pages are for', () => {
  let application: TestApplication;
  let receiver: WebhookReceiver;
  let browser: Browser;
  let user: WatchedPage;
  let page: Page;

  beforeAll(async () => {
    receiver = await new WebhookReceiver().start();
    application = await createTestApplication({ delivers: true, settings: webhookSettings });
    browser = await startChromium(application.url);
    await makeAccount(application, account);
    user = await openSignedIn(browser, account);
    ({ page } = user);
  });
  afterEach(() => expect(user.watched).toEqual({ faults: [], foreign: [] }));
  afterAll(async () => {
    await browser.close();
    await application.close();
    await receiver.stop();
  });

  const open = async (path: string): Promise<void> => {
    await page.goto(`${PUBLIC_URL}/app${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  };
  const goTo = (name: string) => page.getByRole('link', { name, exact: true }).first().click();
  const press = (name: string) => page.getByRole('button', { name, exact: true }).last().click();
  const told = (what: string) => page.getByRole('status').getByText(what).waitFor();
  const shown = (name: string) => page.getByRole('region', { name }).innerText();

  it('start: says what comes first, and has the buttons for it', async () => {
    await page.getByRole('heading', { name: 'Departments and roles: next' }).waitFor();
    await press('Add a role');
    await page.getByLabel('Department').fill('Design');
    await page.getByRole('textbox', { name: 'Role' }).fill('Designer');
    await press('Add the role');
    await told('Added the role "Designer" in "Design".');
    await page.getByRole('heading', { name: 'Departments and roles: done' }).waitFor();
    await press('Add a person');
    await page.getByLabel('E-mail address').fill('not an address');
    await press('Add the person');
    await untilMarked(page, 'E-mail address');
    await page.getByLabel('E-mail address').fill('grace@example.com');
    await page.getByLabel('Role').selectOption('Designer');
    await press('Add the person');
    await told('Added grace@example.com.');
    const { results } = (await application.api.get('/v1/people?terms=grace')).body;
    expect(results).toMatchObject([{ email_address: 'grace@example.com' }]);
  });

  it('tokens: makes one that works, shows it once, rotates and revokes it', async () => {
    await open('/tokens');
    await press('Make a token');
    await page.getByLabel('What it is for').fill('HubSpot sync');
    await press('Make the token');
    await page.getByRole('alert').getByText('Choose what it allows: one at least.').waitFor();
    await page.getByRole('checkbox', { name: 'People, roles and departments: write' }).press('Space');
    await page.getByRole('checkbox', { name: 'Webhooks: read', exact: true }).press('Space');
    await press('Make the token');
    await page.getByRole('dialog', { name: 'The token' }).waitFor();
    const token = await shown('The token');
    expect(await shown('A line for a terminal')).toBe(`curl -H "X-API-KEY: ${token}" ${PUBLIC_URL}/v1/me`);
    await press('Copy token');
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(token);
    const client = new ApiClient(application.url, token);
    expect((await client.get('/v1/me')).body).toMatchObject({ scopes: ['people:write', 'webhooks:read'] });
    await press('I have copied the token');
    expect(await page.getByText(token).count()).toBe(0);

    await page.getByRole('button', { name: 'Rotate HubSpot sync' }).click();
    await page.getByLabel('The present one ends').selectOption('At once');
    await press('Rotate');
    await page.getByRole('dialog', { name: 'The token' }).waitFor();
    const next = new ApiClient(application.url, await shown('The token'));
    await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: undefined })`);
    await press('Copy token');
    await told('select it and copy it');
    await press('I have copied the token');
    expect((await client.get('/v1/me')).status).toBe(401);
    expect((await next.get('/v1/me')).status).toBe(200);

    await page.getByRole('button', { name: 'Revoke HubSpot sync' }).click();
    await press('Revoke');
    await told('Revoked "HubSpot sync".');
    expect((await next.get('/v1/me')).status).toBe(401);
  });

  it('webhooks: adds one, sees a ping arrive, and why another one does not', async () => {
    await open('/webhooks');
    await press('Add a webhook');
    await page.getByLabel('What it is for').fill('CRM sync');
    await page.getByLabel('Address').fill('https://10.0.0.1/hooks');
    await page.getByRole('checkbox', { name: 'person.*' }).press('Space');
    await press('Add the webhook');
    await untilMarked(page, 'Address');
    await page.getByLabel('Address').fill(receiver.url('/crm'));
    await press('Add the webhook');
    await page.getByRole('dialog', { name: 'The secret of the webhook' }).waitFor();
    expect(await shown('The secret')).toMatch(/^whsec_/);
    await press('Send a ping');
    await page.getByRole('status').getByText('status 200').waitFor();
    expect(receiver.countsAt('/crm').size).toBe(1);
    await press('I have copied the secret');

    receiver.answers(503);
    await application.api.create('/v1/people', { email_address: 'joan@example.com' });
    await until('the delivery has failed for good', async () => {
      const [row] = await application.database.query<{ state: string }[]>(
        `SELECT state FROM webhook_deliveries WHERE topic = 'person.created'`,
      );
      return row?.state === 'exhausted';
    });
    await open('/webhooks');
    await goTo('CRM sync');
    await page.getByText('The receiver responded with 503.').waitFor();
    await page.getByLabel('Only in state').selectOption('Not delivered');
    await page.getByRole('link', { name: 'person.created' }).click();
    await page.getByRole('heading', { name: 'person.created' }).waitFor();
    expect(await page.getByRole('region', { name: 'Response of attempt' }).allInnerTexts()).toEqual(
      Array(3).fill('status 503'),
    );
    expect(await shown('Body')).toContain('"Topic": "person.created"');

    receiver.answers();
    await press('Send once more');
    await page.getByText('Delivered', { exact: true }).waitFor();
    expect(await page.getByText('status 200').count()).toBe(1);
    await page.goBack();
    await page.getByRole('heading', { name: 'CRM sync' }).waitFor();
  });

  it('webhooks: sends all of a filter once more after its number was confirmed', async () => {
    const before = receiver.received.length;
    const [{ id = '' } = {}] = await application.database.query<{ id?: string }[]>(
      `SELECT id FROM webhook_subscribers WHERE name = 'CRM sync'`,
    );
    // Longer ago than what was not delivered is kept by default.
    const createdAt = new Date(Date.now() - 90 * 86_400_000).toISOString();
    await insertDelivery(application, application.organizationId, id, { createdAt });
    await open('/webhooks');
    await goTo('CRM sync');
    await page.getByRole('heading', { name: 'Deliveries' }).waitFor();
    await press('Send these once more');
    await page.getByText('2 deliveries of this time, delivered or exhausted').waitFor();
    await press('Send 2 once more');
    await told('2 deliveries are sent once more.');
    await until('both have arrived', () => receiver.received.length === before + 2);
    await page.getByLabel('Made in').selectOption('All that are kept');
    await page.getByRole('link', { name: 'project.created' }).waitFor();
  });

  it('webhooks: shows the secret of one whose topics were refused, and makes no second one', async () => {
    const body = { code: 'server.failed', detail: 'Not now.' };
    await page.route('**/subscriptions', (route) => route.fulfill({ status: 500, json: body }));
    await open('/webhooks');
    await press('Add a webhook');
    await page.getByLabel('What it is for').fill('Half made');
    await page.getByLabel('Address').fill(receiver.url('/half'));
    await page.getByRole('checkbox', { name: 'person.*' }).press('Space');
    await press('Add the webhook');
    await page.getByRole('dialog', { name: 'The secret of the webhook' }).waitFor();
    await page.getByRole('alert').getByText('Not now.').waitFor();
    expect(await shown('The secret')).toMatch(/^whsec_/);
    await press('I have copied the secret');
    await page.unroute('**/subscriptions');
    await page.getByRole('row', { name: 'Half made' }).getByText('No topics').waitFor();
  });

  it('webhooks: changes topics and rotates the secret', async () => {
    await open('/webhooks');
    await goTo('CRM sync');
    await press('Change');
    await page.getByRole('checkbox', { name: 'project.created' }).press('Space');
    await page.getByRole('checkbox', { name: 'person.*' }).press('Space');
    await page.getByLabel('Address').fill('https://10.0.0.1/hooks');
    await press('Save');
    await untilMarked(page, 'Address');
    await page.reload();
    await press('Change');
    expect(await page.getByRole('checkbox', { name: 'project.created' }).isChecked()).toBe(true);
    await page.getByLabel('Address').fill(receiver.url('/crm'));
    await press('Save');
    await told('Changed "CRM sync".');
    await page.getByText('project.created', { exact: true }).first().waitFor();
    await press('Rotate the secret');
    await press('Rotate');
    await page.getByRole('dialog', { name: 'The secret of the webhook' }).waitFor();
    expect(await shown('The secret')).toMatch(/^whsec_/);
    await press('I have copied the secret');
  });

  it('settings: adds a user and gives the link, with which they set a password', async () => {
    await open('/settings');
    await goTo('Users');
    await press('Add a user');
    await page.getByLabel('E-mail address').fill('alan@example.com');
    await page.getByRole('checkbox', { name: 'Clients and pipelines: read' }).press('Space');
    await press('Add the user');
    await press('Make the link');
    await page.getByRole('dialog', { name: 'The link' }).waitFor();
    const link = await shown('The link');
    await press('I have copied the link');

    const alan = await openContext(browser);
    await alan.page.goto(link);
    await alan.page.getByLabel('New password').fill('wet stones, seven lanterns');
    await alan.page.keyboard.press('Enter');
    await alan.page.getByRole('navigation', { name: 'Pages' }).waitFor();
    await alan.page.goto(`${PUBLIC_URL}/app/tokens`);
    await alan.page.getByText('needs the right admin').waitFor();
    expect(alan.watched).toEqual({ faults: [], foreign: [] });
    await alan.context.close();
  });

  it('settings: changes the organization, and overwrites nobody (precondition.failed)', async () => {
    await open('/settings/organization');
    for (const typed of ['', '38,5']) {
      await page.getByLabel('Hours of a full week').fill(typed);
      await press('Save');
      await untilMarked(page, 'Hours of a full week');
      await page.getByText('must be a number with at most 2 decimals', { exact: true }).waitFor();
    }
    await page.getByLabel('Hours of a full week').fill('38.5');
    await page.reload();
    expect(await page.getByLabel('Hours of a full week').inputValue()).toBe('38.5');
    await press('Save');
    await told('The organization is changed.');
    await page.getByLabel('Hours of a full week').fill('39');
    await application.database.query('UPDATE organizations SET hours_per_week = 37');
    await press('Save');
    await page.getByRole('main').getByRole('alert').waitFor();
    const { body } = await application.api.get('/v1/organization');
    expect(body).toMatchObject({ hours_per_week: 37 });
    await page.getByText('Somebody else has changed the organization').waitFor();
    expect(await page.getByLabel('Hours of a full week').inputValue()).toBe('39');
    await press('Load what is there now');
    expect(await page.getByLabel('Hours of a full week').inputValue()).toBe('37');
    await page.getByLabel('Margin to aim for').fill('0.25');
    await press('Save');
    await told('The organization is changed.');
    const { body: changed } = await application.api.get('/v1/organization');
    expect(changed).toMatchObject({ target_margin: 0.25, hours_per_week: 37 });
  });

  it('settings: keeps what is typed where somebody else changes the organization meanwhile', async () => {
    await open('/settings/organization');
    await page.getByLabel('Time zone').fill('Europe/Vienna');
    await goTo('Users');
    expect((await application.api.patch('/v1/organization', { hours_per_week: 36 })).status).toBe(200);
    await page.reload();
    await goTo('Organization');
    await page.getByText('Somebody else has changed the organization').waitFor();
    expect(await page.getByLabel('Time zone').inputValue()).toBe('Europe/Vienna');
    await press('Load what is there now');
    expect(await page.getByLabel('Hours of a full week').inputValue()).toBe('36');
    await page.getByText('Somebody else has changed the organization').waitFor({ state: 'detached' });
  });

  it('settings: shows where one is signed in, and signs out everywhere', async () => {
    const other = await openSignedIn(browser, account);
    await open('/settings/sessions');
    await page.getByRole('cell', { name: 'This one' }).waitFor();
    expect(await page.getByRole('row').count()).toBeGreaterThan(2);
    await press('Sign out everywhere');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await other.page.goto(`${PUBLIC_URL}/app/tokens`);
    await other.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await other.context.close();
  });
});
