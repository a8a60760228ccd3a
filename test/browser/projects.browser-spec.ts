import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { ORGANIZATION } from '../../src/testing/opened-application.js';
import { plannedDays } from '../factories/delivery.factory.js';
import { anActualTime } from '../factories/time-tracking.factory.js';
import { createPlanning, type Planning } from '../support/application/planning.js';
import { createTestApplication, type TestApplication } from '../support/application/test-application.js';
import { accessibilityFaults } from '../support/browsers/accessibility.js';
import { openLimited, openSignedIn } from '../support/browsers/signed-in.js';
import { PUBLIC_URL, startChromium, type WatchedPage } from '../support/browsers/web-browser.js';
import { makeAccount } from '../support/requests/test-browser.js';

const account = { organization: ORGANIZATION, email: 'ada@example.com' };

describe('the pages of projects', () => {
  let application: TestApplication;
  let planning: Planning;
  let browser: Browser;
  let user: WatchedPage;
  let page: Page;
  let project: string;

  beforeAll(async () => {
    application = await createTestApplication();
    browser = await startChromium(application.url);
    await makeAccount(application, account);
    planning = await createPlanning(application);
    await fill();
    user = await openSignedIn(browser, account);
    ({ page } = user);
  });
  afterEach(() => expect(user.watched).toEqual({ faults: [], foreign: [] }));
  afterAll(async () => {
    await browser.close();
    await application.close();
  });

  const fill = async (): Promise<void> => {
    const { api } = application;
    for (let number = 1; number <= 60; number += 1) {
      await planning.newProject({ name: `Maintenance ${String(number).padStart(2, '0')}` });
    }
    const { id: client } = await api.create('/v1/clients', { name: 'Northwind' });
    project = await planning.newProject({ name: 'Website relaunch', client_id: client, target_margin: 0.4 });
    const options = { fixed_revenue: { currency_code: 'USD', amount: 4000 } };
    const offering = await planning.newOffering(
      { name: 'Design', billing_model: 'fixed_bid', billing_model_options: options },
      project,
    );
    const person = await planning.newPerson({ cost_rate: { currency_code: 'USD', amount: 80 } });
    const assignment = { type: 'person', id: person };
    const { id: role } = await planning.newRole(offering, { assignment }, project);
    const path = `/v1/projects/${project}/offerings/${offering}/roles/${role}/planned-time`;
    await api.post(path, plannedDays('2026-11-09', 8, 8, 0.1, 0.2));
    await api.patch(`/v1/projects/${project}`, { status: 'in_progress' });
    await api.post(path, plannedDays('2026-11-16', 7.5));
    await api.create(
      '/v1/actual-time',
      anActualTime(offering, person, { recorded_date: '2026-11-10', hours: 6.3 }),
    );
  };

  const open = async (path: string, at = page): Promise<void> => {
    await at.goto(`${PUBLIC_URL}/app${path}`);
    await at.getByRole('heading', { level: 1 }).waitFor();
  };
  const press = (name: string) => page.getByRole('button', { name, exact: true }).last().click();
  const told = (what: string) => page.getByRole('status').getByText(what).waitFor();
  const figure = (name: string) => page.locator('dl > div', { hasText: name }).innerText();

  it('find projects by words, client, status and page', async () => {
    await open('/projects');
    await page.getByText('Page 1 of 2, 62 projects').waitFor();
    await press('Later');
    await page.getByRole('link', { name: 'Website relaunch' }).waitFor();
    await page.getByRole('cell', { name: 'Northwind' }).waitFor();
    await page.getByLabel('Words of the name').fill('maint 07');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Maintenance 07' }).waitFor();
    expect(await page.getByRole('link', { name: /Maintenance|Website/ }).count()).toBe(1);
    await page.getByLabel('Only with status').selectOption('In progress');
    await page.getByText('No project is like this.').waitFor();
    await press('Show all');
    await page.getByText('Page 1 of 2').waitFor();
    await page.getByLabel('Name of the client').fill('northwind');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Website relaunch' }).click();
    await page.getByRole('heading', { name: 'Website relaunch' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Website relaunch' }).waitFor();
    expect(await page.getByLabel('Name of the client').inputValue()).toBe('northwind');
  });

  it('show the figures of one, its margin beside the target, and its hours by week, exactly', async () => {
    await open(`/projects/${project}`);
    await page.getByRole('img', { name: '23.8 hours planned, 6.3 worked, 16.3 sold' }).waitFor();
    expect(await figure('Hours sold')).toContain('16.3');
    expect(await figure('Hours worked')).toContain('6.3');
    expect(await figure('Cost so far')).toContain('$504.00');
    expect(await figure('Margin at completion')).toMatch(/at least the target of 40\s?%/);
    await press('As a table');
    const rows = page.getByRole('table', { name: 'Hours by week' }).getByRole('row');
    expect(await rows.allInnerTexts()).toEqual([
      expect.stringContaining('Week from'),
      expect.stringMatching(/Nov 9, 2026\s+16\.3\s+16\.3\s+6\.3\s+6\.3$/),
      expect.stringMatching(/Nov 16, 2026\s+7\.5\s+23\.8\s+0\s+6\.3$/),
    ]);
  });

  it('move the status with its rule told before, and overwrite nobody (precondition.failed)', async () => {
    const other = await planning.newProject({ name: 'A deal' });
    await open(`/projects/${other}`);
    await press('Change the status');
    await page.getByText('is kept as what was sold').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await application.api.patch(`/v1/projects/${other}`, { name: 'Another deal' });
    await press('Change');
    await page.getByRole('dialog').getByRole('alert').waitFor();
    expect((await application.api.get(`/v1/projects/${other}`)).body).toMatchObject({ status: 'pre_sale' });
    await press('Cancel');
    await page.getByRole('heading', { name: 'Another deal' }).waitFor();
    await press('Change the status');
    await page.getByLabel('From For sale to').selectOption('In progress');
    await press('Change');
    await told('"Another deal" is now: In progress.');
    expect((await application.api.get(`/v1/projects/${other}`)).body).toMatchObject({
      status: 'in_progress',
    });
  });

  it('merge one into another after showing what would move', async () => {
    const source = await planning.newProject({ name: 'Relaunch, phase 2' });
    await planning.newOffering({ name: 'Design' }, source);
    await open(`/projects/${source}`);
    await press('Merge into another one');
    await page.getByLabel('Words of its name').fill('nowhere');
    await page.keyboard.press('Enter');
    await page.getByText('No other project is called so').waitFor();
    await page.getByLabel('Words of its name').fill('relaunch');
    await page.keyboard.press('Enter');
    await page.getByText('Design, which is then called "Design (Relaunch, phase 2)"').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await press('Merge');
    await told('Merged "Relaunch, phase 2" into "Website relaunch".');
    await page.getByRole('cell', { name: 'Design (Relaunch, phase 2)' }).waitFor();
    await open(`/projects/${source}`);
    await page.getByText('This project was merged into').waitFor();
    expect(await page.getByRole('button', { name: 'Change the status' }).count()).toBe(0);
  });

  it('say which figures a right is missing for, and show none of them as 0 (token.scope_missing)', async () => {
    const alan = await openLimited(browser, application, ['delivery:read']);
    await open(`/projects/${project}`, alan.page);
    for (const scope of ['rates:read', 'time:read', 'sales:read', 'delivery:write'])
      await alan.page.getByText(scope, { exact: true }).waitFor();
    await alan.page.getByRole('img', { name: '23.8 hours planned, 16.3 sold' }).waitFor();
    expect(await alan.page.getByText(/Cost|Margin at/).count()).toBe(0);
    await open('/projects', alan.page);
    await alan.page.getByRole('table', { name: 'Projects' }).waitFor();
    for (const scope of ['rates:read', 'sales:read'])
      await alan.page.getByText(scope, { exact: true }).waitFor();
    expect(await alan.page.getByRole('columnheader', { name: 'Margin' }).count()).toBe(0);
    await open('', alan.page);
    for (const scope of ['webhooks:read', 'admin'])
      await alan.page.getByText(scope, { exact: true }).waitFor();
    expect(await alan.page.getByText('Nothing at the moment.').count()).toBe(0);
    expect(alan.watched).toEqual({ faults: [], foreign: [] });
    await alan.context.close();
  });
});
