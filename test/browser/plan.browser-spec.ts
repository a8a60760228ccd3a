import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { ORGANIZATION } from '../../src/testing/opened-application.js';
import { createPlanning, type Planning } from '../support/application/planning.js';
import { createTestApplication, type TestApplication } from '../support/application/test-application.js';
import { accessibilityFaults } from '../support/browsers/accessibility.js';
import { openLimited, openSignedIn } from '../support/browsers/signed-in.js';
import {
  pathsAskedFor,
  PUBLIC_URL,
  startChromium,
  type WatchedPage,
} from '../support/browsers/web-browser.js';
import { makeAccount } from '../support/requests/test-browser.js';

const account = { organization: ORGANIZATION, email: 'ada@example.com' };
const MONDAY = '2026-11-23';

interface PlanPage extends Record<string, unknown> {
  results: { plan_date: string; hours: number }[];
}

describe('the hours grid of an offering', () => {
  let application: TestApplication;
  let planning: Planning;
  let browser: Browser;
  let user: WatchedPage;
  let page: Page;
  let offering: string;
  let roles: string[];

  beforeAll(async () => {
    application = await createTestApplication();
    browser = await startChromium(application.url);
    await makeAccount(application, account);
    planning = await createPlanning(application);
    user = await openSignedIn(browser, account);
    ({ page } = user);
  });
  beforeEach(async () => {
    offering = await planning.newOffering();
    const grace = await planning.newPerson({ given_name: 'Grace', family_name: 'Hopper' });
    const assignment = { type: 'person', id: grace };
    roles = [
      (await planning.newRole(offering, { assignment })).id,
      (await planning.newRole(offering)).id,
      (await planning.newRole(offering)).id,
    ];
  });
  afterEach(() => expect(user.watched).toEqual({ faults: [], foreign: [] }));
  afterAll(async () => {
    await browser.close();
    await application.close();
  });

  const pathOf = (role: number): string =>
    `/v1/projects/${planning.projectId}/offerings/${offering}/roles/${roles[role]}/planned-time`;
  /** By day of November. */
  const planOf = async (role: number): Promise<Record<string, number>> => {
    const { results } = (await application.api.get<PlanPage>(pathOf(role))).body;
    return Object.fromEntries(results.map(({ plan_date, hours }) => [plan_date.slice(8), hours]));
  };
  const plan = async (role: number, day: string, hours: number): Promise<void> => {
    const { status } = await application.api.post(pathOf(role), [{ plan_date: `2026-11-${day}`, hours }]);
    expect(status).toBe(200);
  };
  const open = async (by = 'day', at = page): Promise<void> => {
    const search = `?by=${by}&from=${MONDAY}`;
    await at.goto(`${PUBLIC_URL}/app/projects/${planning.projectId}/offerings/${offering}${search}`);
    await at.getByRole('grid', { name: 'Planned hours' }).waitFor();
    await at.waitForLoadState('networkidle');
  };
  const cell = (row: number, column: number, at = page) =>
    at.locator(`[data-row="${row}"][data-column="${column}"]`);
  const texts = (row: number, columns: number[]) =>
    Promise.all(columns.map((column) => cell(row, column).innerText()));
  const sums = async (): Promise<string[]> => {
    const rows = await page.getByRole('grid').getByRole('row').all();
    return Promise.all(rows.slice(1).map((row) => row.getByRole('gridcell').last().innerText()));
  };
  const focused = () =>
    page.evaluate<string[]>('[document.activeElement.dataset.row, document.activeElement.dataset.column]');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const keys = async (...names: string[]): Promise<void> => {
    for (const name of names) await page.keyboard.press(name);
  };
  const told = (what: string) => page.getByRole('status').getByText(what).waitFor();
  const saved = async (what: string): Promise<void> => {
    await press('Save the plan');
    await told(`Saved: ${what} of the plan.`);
  };

  it('is filled with the keyboard alone, adds up exactly, and is saved and taken back by a new save', async () => {
    await plan(0, '23', 0.1);
    await open();
    await page.getByRole('rowheader', { name: 'Grace Hopper' }).waitFor();
    await cell(0, 0).focus();
    await keys('ArrowRight', '0', '.', '2', 'Enter');
    expect(await focused()).toEqual(['1', '1']);
    await keys('ArrowUp', 'F2', 'Backspace', '7', 'Escape');
    expect(await texts(0, [0, 1])).toEqual(['0.1', '0.2']);
    await keys('Tab', '7', '.', '5', 'Tab', '8', 'Shift+Tab');
    expect(await focused()).toEqual(['0', '2']);
    await keys('End', 'Tab');
    expect(await focused()).toEqual(['1', '0']);
    await keys('Enter', '4', 'Enter');
    expect(await sums()).toEqual(['15.8', '4', '0', '19.8']);
    await keys('ArrowUp', 'x');
    expect(await cell(1, 0).innerText()).toBe('4');
    await keys('2', '5', 'Enter');
    await told('a day has at most 24 hours');
    await keys('1', '.', '2', '3', '4', 'Enter');
    await told('"1.234" is not a number of hours');
    await page.getByText('Not saved yet: 4 days.').waitFor();
    await saved('4 days');
    expect([await planOf(0), await planOf(1)]).toEqual([
      { '23': 0.1, '24': 0.2, '25': 7.5, '26': 8 },
      { '23': 4 },
    ]);
    await press('Undo the last save');
    await told('Saved: 4 days of the plan.');
    expect([await planOf(0), await planOf(1)]).toEqual([{ '23': 0.1 }, {}]);
    expect(await sums()).toEqual(['0.1', '0', '0', '0.1']);
  });

  it('takes ranges: filled right, cleared, copied for a spreadsheet and pasted from one', async () => {
    await plan(0, '23', 7.5);
    await plan(1, '23', 3);
    await open();
    await cell(0, 0).click();
    await keys('Shift+ArrowDown', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Control+r');
    expect([await texts(0, [0, 1, 2, 3]), await texts(1, [0, 1, 2, 3])]).toEqual([
      ['7.5', '7.5', '7.5', ''],
      ['3', '3', '3', ''],
    ]);
    await keys('Control+c');
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('7.5\t7.5\t7.5\n3\t3\t3');
    await cell(1, 1).click();
    await cell(1, 2).click({ modifiers: ['Shift'] });
    await keys('Delete');
    expect(await texts(1, [0, 1, 2])).toEqual(['3', '', '']);
    await page.evaluate(`navigator.clipboard.writeText('1\\t2,5\\r\\n"4"\\t\\r\\n')`);
    await cell(1, 0).click();
    await keys('Control+v');
    await told('"2,5" is not a number of hours');
    await page.evaluate(`navigator.clipboard.writeText('1\\t2.5\\r\\n"4"\\t\\r\\n')`);
    await keys('Control+v');
    expect([await texts(1, [0, 1]), await texts(2, [0, 1])]).toEqual([
      ['1', '2.5'],
      ['4', ''],
    ]);
    await page.evaluate(`navigator.clipboard.writeText('6')`);
    await cell(2, 5).click();
    await cell(2, 6).click({ modifiers: ['Shift'] });
    await keys('Control+v');
    expect(await texts(2, [5, 6])).toEqual(['6', '6']);
    await saved('7 days');
    expect([await planOf(0), await planOf(1), await planOf(2)]).toEqual([
      { '23': 7.5, '24': 7.5, '25': 7.5 },
      { '23': 1, '24': 2.5 },
      { '23': 4, '28': 6, '29': 6 },
    ]);
  });

  it('names every role and person, however many, with six requests, in rows that no name makes high', async () => {
    const names = Array.from({ length: 102 }, (_, index) =>
      `Role ${index}`.padEnd(255, index % 2 ? ' x' : 'x'),
    );
    for (const [index, name] of names.entries()) {
      const { id: role_id } = await application.api.create('/v1/roles', {
        name,
        department_id: planning.departmentId,
      });
      const id = await planning.newPerson({ given_name: `Given ${index}`, family_name: 'Family' });
      await planning.newRole(offering, { role_id, assignment: { type: 'person', id } });
    }
    expect((await pathsAskedFor(page, open)).length).toBeLessThanOrEqual(6);
    for (const [index, name] of [...names.entries()].slice(-3)) {
      await page.getByRole('rowheader', { name: `${name} Given ${index} Family` }).waitFor();
    }
    const { height = Infinity } = (await page.getByRole('row').nth(60).boundingBox()) ?? {};
    expect(height).toBeLessThan(70);
  });

  it('has the days that are shown at the height of what changes them', async () => {
    await open();
    const middleOf = async (text: string): Promise<number> => {
      const box = await page.getByText(text, { exact: true }).last().boundingBox();
      return box ? Math.round(box.y + box.height / 2) : NaN;
    };
    expect(Math.abs((await middleOf('Nov 23, 2026 –')) - (await middleOf('Earlier')))).toBeLessThan(2);
  });

  it('spreads the hours of a week over its working days', async () => {
    await open('week');
    await cell(0, 0).click();
    await keys('3', '7', '.', '5', '1', 'Enter');
    await keys('1', '2', '1', 'Enter');
    await told('and a week five such days');
    await saved('5 days');
    expect(await planOf(0)).toEqual({ '23': 7.5, '24': 7.5, '25': 7.51, '26': 7.5, '27': 7.5 });
    expect(await planOf(1)).toEqual({});
    await page.getByLabel('By', { exact: true }).selectOption('Days');
    await cell(0, 2).getByText('7.51', { exact: true }).waitFor();
    expect(await texts(0, [2, 3, 5])).toEqual(['7.51', '7.5', '']);
  });

  it('shows both values where somebody else has changed a day, and writes nothing until that is settled', async () => {
    await plan(0, '23', 8);
    await open();
    await cell(0, 0).click();
    await keys('6', 'Tab', '5', 'Enter', 'ArrowDown', '2', 'Enter');
    await plan(0, '23', 7);
    await plan(0, '24', 3);
    await press('Save the plan');
    const conflicts = page.getByRole('table', { name: 'Days that somebody else has changed' });
    await conflicts.waitFor();
    expect(
      (await conflicts.getByRole('row').allInnerTexts()).map((row) => row.split(/\s*\t\s*/).slice(1, 5)),
    ).toEqual([
      ['Day', 'Before', 'Yours', 'Now'],
      ['Nov 23, 2026', '8', '6', '7'],
      ['Nov 24, 2026', '0', '5', '3'],
    ]);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect([await planOf(0), await planOf(1), await planOf(2)]).toEqual([{ '23': 7, '24': 3 }, {}, {}]);
    const [role = ''] = await conflicts.getByRole('row').nth(1).getByRole('cell').allInnerTexts();
    await press(`Keep mine of Nov 23, 2026, ${role}`);
    await press(`Take the other of Nov 24, 2026, ${role}`);
    expect(await texts(0, [0, 1])).toEqual(['6', '3']);
    await saved('2 days');
    expect(await planOf(0)).toEqual({ '23': 6, '24': 3 });
  });

  it('loses nothing of a plan that changes between the look and the write (precondition.failed)', async () => {
    await open();
    let batches = 0;
    await page.route('**/v1/batch', async (route) => {
      batches += 1;
      if (batches === 1) await plan(0, '27', 4);
      if (batches === 3) await plan(0, '23', 1);
      await route.continue();
    });
    await cell(0, 0).click();
    await keys('6', 'Enter', '5', 'Enter');
    await saved('2 days');
    expect([batches, await planOf(0), await planOf(1)]).toEqual([2, { '23': 6, '27': 4 }, { '23': 5 }]);
    await cell(0, 0).click();
    await keys('2', 'Enter', '3', 'Enter');
    await press('Save the plan');
    await page.getByText('Not saved: somebody else').waitFor();
    expect([batches, await planOf(0), await planOf(1)]).toEqual([3, { '23': 1, '27': 4 }, { '23': 5 }]);
    await page.unroute('**/v1/batch');
    await press('Discard');
  });

  it('saves all or nothing: where a role is there no more, the others stay as they are', async () => {
    await open();
    await cell(1, 0).click();
    await keys('6', 'Enter', '5', 'Enter');
    expect((await application.api.delete(pathOf(2).replace('/planned-time', ''))).status).toBe(204);
    await press('Save the plan');
    await page.getByRole('cell', { name: 'The role is gone' }).waitFor();
    expect(await planOf(1)).toEqual({});
    await page.getByText('Not saved yet: 2 days.').waitFor();
    await press('Take all of the others');
    await saved('one day');
    expect(await planOf(1)).toEqual({ '23': 6 });
  });

  it('is saved by a click while the only value is still being typed', async () => {
    await open();
    await cell(0, 0).click();
    await keys('6');
    await saved('one day');
    expect(await planOf(0)).toEqual({ '23': 6 });
  });

  it('keeps what is changed while a save is on its way, also what is set back to what was there', async () => {
    await open();
    let letGo = (): void => undefined;
    const isHeld = new Promise<void>((resolve) => (letGo = resolve));
    await page.route('**/v1/batch', async (route) => {
      await isHeld;
      await route.continue();
    });
    await cell(0, 0).click();
    await keys('8', 'Enter');
    const sent = page.waitForRequest('**/v1/batch');
    await press('Save the plan');
    await sent;
    expect(await page.getByRole('button', { name: 'Discard' }).isDisabled()).toBe(true);
    await cell(0, 0).click();
    await keys('Delete');
    letGo();
    await told('Saved: one day of the plan.');
    expect([await cell(0, 0).innerText(), await planOf(0)]).toEqual(['', { '23': 8 }]);
    await page.unroute('**/v1/batch');
    await page.getByText('Not saved yet: one day.').waitFor();
    await saved('one day');
    expect(await planOf(0)).toEqual({});
  });

  it('says that nobody answered a save, and goes on by itself once the server can be reached', async () => {
    await open();
    await cell(0, 0).click();
    await keys('6', 'Enter');
    await page.context().setOffline(true);
    await press('Save the plan');
    await page.getByText('look whether it was done, then try again').waitFor();
    await page.getByText('The server cannot be reached.').waitFor();
    await page.context().setOffline(false);
    await page.getByText('The server cannot be reached.').waitFor({ state: 'detached' });
    await saved('one day');
    expect(await planOf(0)).toEqual({ '23': 6 });
  });

  it('keeps what is not saved over a reload, and nothing of it for who signs in next', async () => {
    await open();
    await cell(0, 1).click();
    await keys('6', 'Enter');
    await page.getByText('Not saved yet: one day.').waitFor();
    await page.reload();
    await page.getByText('Not saved yet: one day.').waitFor();
    expect(await cell(0, 1).innerText()).toBe('6');
    expect(await planOf(0)).toEqual({});
    const next = await openSignedIn(browser, account);
    await open('day', next.page);
    expect(await cell(0, 1, next.page).innerText()).toBe('');
    await next.page.getByRole('button', { name: 'Sign out' }).click();
    await next.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(
      await next.page.evaluate('Object.keys(sessionStorage).filter((key) => key.startsWith("draft."))'),
    ).toEqual([]);
    await next.context.close();
    await saved('one day');
  });

  it('takes hours as the locale writes them', async () => {
    const german = await openSignedIn(browser, account, '', { locale: 'de-DE' });
    await open('day', german.page);
    await cell(0, 0, german.page).click();
    for (const key of ['7', ',', '2', '5', 'Enter']) await german.page.keyboard.press(key);
    expect(await cell(0, 0, german.page).innerText()).toBe('7,25');
    await german.page.getByRole('button', { name: 'Save the plan' }).click();
    await german.page.getByText('Saved: one day of the plan.').waitFor();
    expect(await planOf(0)).toEqual({ '23': 7.25 });
    expect(german.watched).toEqual({ faults: [], foreign: [] });
    await german.context.close();
  });

  it('goes the way of the arrows where text runs from right to left', async () => {
    await open();
    await page.evaluate(`document.documentElement.dir = 'rtl'`);
    await cell(0, 0).click();
    await keys('ArrowLeft', 'ArrowLeft', 'ArrowRight');
    expect(await focused()).toEqual(['0', '1']);
  });

  it('is for reading without delivery:write, and says who can change that', async () => {
    await plan(0, '23', 7.5);
    const alan = await openLimited(browser, application, ['delivery:read']);
    await open('day', alan.page);
    for (const scope of ['people:read', 'delivery:write'])
      await alan.page.getByText(scope, { exact: true }).waitFor();
    await cell(0, 0, alan.page).click();
    for (const key of ['5', 'Enter', 'Delete']) await alan.page.keyboard.press(key);
    expect(await cell(0, 0, alan.page).innerText()).toBe('7.5');
    expect(await alan.page.getByRole('button', { name: 'Save the plan' }).count()).toBe(0);
    expect(alan.watched).toEqual({ faults: [], foreign: [] });
    await alan.context.close();
  });
});
