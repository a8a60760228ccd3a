import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { ORGANIZATION } from '../../src/testing/opened-application.js';
import { plannedDays } from '../factories/delivery.factory.js';
import { insertDelivery } from '../support/application/inserted-delivery.js';
import { createPlanning } from '../support/application/planning.js';
import { createTestApplication, type TestApplication } from '../support/application/test-application.js';
import { accessibilityFaults } from '../support/browsers/accessibility.js';
import { openSignedIn, signIn } from '../support/browsers/signed-in.js';
import {
  openContext,
  outputFolder,
  pathsAskedFor,
  PUBLIC_URL,
  startChromium,
} from '../support/browsers/web-browser.js';
import { makeAccount } from '../support/requests/test-browser.js';

const SCRIPT = `<img src=x onerror="window.wasRun=1"><script>window.wasRun=1</script>"'\`\${1}`;
const LONG = 'Bürgerschaftswahlvorbereitungsausschuss'.repeat(7).slice(0, 255);
const WIDTHS = [400, 900, 1000, 1400, 2560];
const UNKNOWN = '01890a5d-ac96-774b-bcce-b302099a8057';

describe('every page', () => {
  let application: TestApplication;
  let browser: Browser;
  let page: Page;
  let watched: { faults: string[]; foreign: string[] };
  let close: () => Promise<void>;
  let paths: Record<string, string>;

  beforeAll(async () => {
    application = await createTestApplication({ delivers: true });
    browser = await startChromium(application.url);
    await makeAccount(application, { organization: ORGANIZATION, email: 'ada@example.com' });
    paths = await fill();
    const opened = await openSignedIn(browser, { organization: SCRIPT, email: 'ada@example.com' });
    ({ page, watched } = opened);
    close = () => opened.context.close();
  });
  afterAll(async () => {
    await close();
    await browser.close();
    await application.close();
  });

  /** Text that would run where it was taken for HTML, and names as long as they may be. */
  const fill = async (): Promise<Record<string, string>> => {
    const { api, database, organizationId } = application;
    for (const name of [SCRIPT, LONG]) await api.create('/v1/access-tokens', { name, scopes: ['read'] });
    await api.create('/v1/users', { email_address: `${'a'.repeat(64)}@${'b'.repeat(180)}.example` });
    const subscribers: { id: string }[] = [];
    for (const name of [SCRIPT, LONG]) {
      subscribers.push(
        await api.create('/v1/webhook-subscribers', {
          name,
          url: `https://192.0.2.1/${'x'.repeat(1000)}?${encodeURIComponent(SCRIPT)}`,
          description: SCRIPT,
        }),
      );
    }
    const id = subscribers[0]?.id ?? '';
    const delivery = await insertDelivery(application, organizationId, id, {
      state: 'exhausted',
      attempts: [503, 'timed_out'],
    });
    await database.query('UPDATE webhook_attempts SET response_body = $1', [SCRIPT]);
    await database.query('UPDATE webhook_messages SET body = $1', [JSON.stringify({ Name: SCRIPT })]);
    await database.query('UPDATE sessions SET device = $1', [SCRIPT]);
    const project = await fillProjects();
    await api.patch('/v1/organization', { name: SCRIPT });
    return {
      start: '',
      projects: '/projects',
      'projects-none': '/projects?terms=nowhere&status=lost&page=1e300&pipeline=x',
      project: `/projects/${project.id}`,
      plan: `/projects/${project.id}/offerings/${project.offering}?from=2026-11-16`,
      'plan-days': `/projects/${project.id}/offerings/${project.offering}?by=day&from=2026-02-31`,
      'plan-none': `/projects/${project.id}/offerings/${project.empty}`,
      pipelines: '/pipelines',
      changes: '/changes',
      'changes-none': `/changes?topic=tag.deleted&actor=x&resource=${project.id}`,
      tokens: '/tokens',
      webhooks: '/webhooks',
      webhook: `/webhooks/${id}`,
      changed: `/webhooks/${id}?state=lost&topic=%3Cscript%3E&hours=1e300`,
      delivery: `/webhooks/${id}/deliveries/${delivery}`,
      'webhook-unknown': `/webhooks/${UNKNOWN}`,
      'delivery-unknown': `/webhooks/${id}/deliveries/${UNKNOWN}`,
      you: '/settings/sessions',
      users: '/settings/users',
      organization: '/settings/organization',
      nowhere: '/nowhere',
    };
  };

  const fillProjects = async (): Promise<Record<'id' | 'offering' | 'empty', string>> => {
    const planning = await createPlanning(application);
    const { api } = application;
    const clients: Record<string, string> = {};
    const workers: { role_id: string; assignment: object }[] = [];
    for (const name of [SCRIPT, LONG]) {
      await api.create('/v1/tags', { name });
      ({ id: clients[name] } = await api.create('/v1/clients', { name }));
      const { id: department_id } = await api.create('/v1/departments', { name });
      const { id: role_id } = await api.create('/v1/roles', { name, department_id });
      const id = await planning.newPerson({ given_name: name, family_name: name });
      workers.push({ role_id, assignment: { type: 'person', id } });
    }
    const stages = [SCRIPT, LONG].map((name) => ({ name, outcome: name === LONG ? 'won' : 'open' }));
    const { stages: made } = await api.create<{ id: string; stages: { id: string }[] }>('/v1/pipelines', {
      name: LONG,
      stages,
    });
    await api.create('/v1/pipelines', { name: SCRIPT, stages });
    const stage_id = made[0]?.id;
    for (const name of [SCRIPT, 'x'])
      await planning.newProject({ name, stage_id, client_id: clients[SCRIPT] });
    const members = {
      name: LONG,
      stage_id,
      client_id: clients[LONG],
      tags: [SCRIPT, LONG],
      target_margin: 0.4,
    };
    const project = await planning.newProject(members);
    const offerings: string[] = [];
    for (const name of [SCRIPT, LONG]) {
      const offering = await planning.newOffering({ name }, project);
      for (const worker of workers) {
        const { id: role } = await planning.newRole(offering, worker, project);
        const path = `/v1/projects/${project}/offerings/${offering}/roles/${role}/planned-time`;
        await api.post(path, plannedDays('2026-11-16', 7.5, 8, 6.25, 8));
        await api.post(path, plannedDays('2026-12-01', 7.5, 8, 6.25, 8, 0.01));
      }
      offerings.push(offering);
    }
    const empty = await planning.newOffering({}, project);
    return { id: project, offering: offerings[0] ?? '', empty };
  };

  const open = async (path: string): Promise<void> => {
    await page.goto(`${PUBLIC_URL}/app${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
  };

  it('shows text as text, keeps to its policy, and is accessible in light and dark', async () => {
    for (const [name, path] of Object.entries(paths)) {
      await open(path);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        expect([name, colorScheme, await accessibilityFaults(page)]).toEqual([name, colorScheme, []]);
      }
      expect([name, await page.evaluate('window.wasRun')]).toEqual([name, undefined]);
    }
    for (const path of ['/webhooks', '/projects', '/changes']) {
      await open(path);
      expect(await page.getByText(SCRIPT, { exact: true }).count()).toBeGreaterThan(1);
    }
    expect(watched).toEqual({ faults: [], foreign: [] });
  });

  it('fits narrow and wide screens, whatever names it has, also from right to left', async () => {
    for (const [name, path] of Object.entries(paths)) {
      await open(path);
      for (const direction of ['ltr', 'rtl']) {
        await page.evaluate(`document.documentElement.dir = '${direction}'`);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          const over = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
          expect([name, direction, width, Number(over) > 0]).toEqual([name, direction, width, false]);
        }
      }
      await page.setViewportSize({ width: 1400, height: 900 });
      await page.screenshot({ path: `${outputFolder()}web-${name}.png` });
    }
  });

  it('has a title of its own where what it is for is not there', async () => {
    for (const [path, title] of [
      ['webhook-unknown', 'Webhook'],
      ['delivery-unknown', 'Delivery'],
    ] as const) {
      await open(paths[path] ?? '');
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();
      await page.getByRole('main').getByRole('alert').waitFor();
      expect(await page.title()).toBe(`${title} - Planning and delivery`);
    }
  });

  it('is reached and left with the keyboard alone', async () => {
    await open('');
    // From the title back to the places that stand before it.
    for (let presses = 0; presses < 9; presses += 1) {
      if ((await page.evaluate('document.activeElement.textContent')) === 'Tokens') break;
      await page.keyboard.press('Shift+Tab');
    }
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Access tokens' }).waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Access tokens');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Make a token' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Make a token');
  });

  it('opens with at most 6 requests to the server beside its files, and at most 200 kB of JavaScript', async () => {
    const { page: first, context } = await openContext(browser);
    await first.goto(`${PUBLIC_URL}/app`);
    await first.getByRole('heading', { name: 'Sign in' }).waitFor();
    const files = await first.evaluate<{ name: string; encodedBodySize: number }[]>(
      `performance.getEntriesByType('resource').map(({ name, encodedBodySize }) => ({ name, encodedBodySize }))`,
    );
    const sum = (ending: string) =>
      files.reduce(
        (bytes, { name, encodedBodySize }) => bytes + (name.endsWith(ending) ? encodedBodySize : 0),
        0,
      );
    expect(sum('.js')).toBeGreaterThan(50_000);
    expect(sum('.js')).toBeLessThan(200_000);
    expect(sum('.css')).toBeGreaterThan(0);
    expect(sum('.css')).toBeLessThan(30_000);
    await context.close();

    for (const [name, path] of Object.entries(paths)) {
      const asked = await pathsAskedFor(page, () => open(path));
      expect([name, asked.length <= 6 ? [] : asked]).toEqual([name, []]);
    }
  });

  it('asks for nothing that the user has no right to', async () => {
    const account = { organization: SCRIPT, email: 'grace@example.com' };
    await makeAccount(application, account);
    await application.database.query(
      `UPDATE users SET is_administrator = false, scopes = '{}' WHERE email_address = $1`,
      [account.email],
    );
    const grace = await openContext(browser);
    const refused: string[] = [];
    grace.page.on('response', (response) => {
      if (response.status() === 403) refused.push(response.url());
    });
    await signIn(grace, account);
    for (const path of Object.values(paths)) {
      await grace.page.goto(`${PUBLIC_URL}/app${path}`);
      await grace.page.getByRole('heading', { level: 1 }).waitFor();
      await grace.page.waitForLoadState('networkidle');
    }
    expect(refused).toEqual([]);
    expect(grace.watched).toEqual({ faults: [], foreign: [] });
    await grace.context.close();
  });

  it('loads at most 60 kB of JavaScript more for each further page', async () => {
    const filesOf = async (path: string): Promise<Map<string, number>> => {
      await open(path);
      const files = await page.evaluate<[string, number][]>(
        `performance.getEntriesByType('resource').map(({ name, encodedBodySize }) => [name, encodedBodySize])`,
      );
      return new Map(files.filter(([name]) => name.endsWith('.js')));
    };
    const first = await filesOf('');
    const sizes: Record<string, number> = {};
    for (const [name, path] of Object.entries(paths).filter(([one]) => !one.includes('-'))) {
      const more = [...(await filesOf(path))].filter(([file]) => !first.has(file));
      sizes[name] = more.reduce((bytes, [, size]) => bytes + size, 0);
    }
    expect(sizes.project).toBeGreaterThan(10_000);
    expect(Object.entries(sizes).filter(([, bytes]) => bytes > 60_000)).toEqual([]);
  });

  it('asks who is signed in while most of it is still loaded, and not once more', async () => {
    const most = '**/assets/pages-*.js';
    let letGo = (): void => undefined;
    const isHeld = new Promise<void>((resolve) => (letGo = resolve));
    await page.route(most, async (route) => {
      await isHeld;
      await route.continue();
    });
    const answered = page.waitForResponse('**/app/session/token');
    const opening = open('/settings/organization');
    expect((await answered).status()).toBe(200);
    const asked = await pathsAskedFor(page, () => {
      letGo();
      return opening;
    });
    expect(asked).toEqual(['/v1/organization']);
    await page.unroute(most);
  });

  it('keeps what is typed when it is loaded anew, and says when a part of it is there no more', async () => {
    await open('/tokens');
    await page.getByRole('button', { name: 'Make a token' }).first().click();
    await page.getByLabel('What it is for').fill('Half typed');
    await page.reload();
    await page.getByRole('button', { name: 'Make a token' }).first().click();
    expect(await page.getByLabel('What it is for').inputValue()).toBe('Half typed');

    await page.route('**/assets/settings-page-*.js', (route) => route.fulfill({ status: 404 }));
    await page.goto(`${PUBLIC_URL}/app/settings/sessions`);
    await page.getByText('There is a new version of these pages').waitFor();
    await page.getByRole('heading', { name: 'This page comes with the new version' }).waitFor();
    await page.unroute('**/assets/settings-page-*.js');
    await page.getByRole('button', { name: 'Load it' }).click();
    await page.getByRole('heading', { name: 'Where you are signed in' }).waitFor();
    watched.faults.length = 0;
  });

  it.each([
    ['the API', '**/v1/**', 503],
    ['who is signed in', '**/app/session/token', 502],
  ])(
    'says in the words of the server why nothing comes, and goes on by itself: %s',
    async (_of, what, status) => {
      const json = {
        code: 'server.database_unavailable',
        detail: 'The database is away.',
        request_id: UNKNOWN,
      };
      await page.route(what, (route) => route.fulfill({ status, json }));
      await page.goto(`${PUBLIC_URL}/app/webhooks`);
      await page
        .getByRole('status')
        .getByText('The database is away. It is tried again by itself.')
        .waitFor();
      await page.getByText(UNKNOWN).waitFor();
      await page.unroute(what);
      await page.getByRole('table', { name: 'Webhooks' }).waitFor();
      await page.getByText('The database is away.').waitFor({ state: 'detached' });
    },
  );

  it('says why nothing comes where that does not pass by itself', async () => {
    await page.route('**/app/session/token', (route) =>
      route.fulfill({ status: 500, json: { detail: 'It has failed.' } }),
    );
    await page.goto(`${PUBLIC_URL}/app/webhooks`);
    await page.getByRole('alert').getByText('It has failed.').waitFor();
    await page.unroute('**/app/session/token');
  });

  it('says that the connection is lost, and goes on by itself', async () => {
    await open('/webhooks');
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Tokens', exact: true }).click();
    await page.getByText('The server cannot be reached').first().waitFor();
    await page.context().setOffline(false);
    await page.getByRole('table', { name: 'Access tokens' }).waitFor();
    await page.getByText('The server cannot be reached').first().waitFor({ state: 'detached' });
  });

  it('loads a part of itself that it has not had yet as soon as the connection is back', async () => {
    const { context, page: first } = await openSignedIn(browser, {
      organization: SCRIPT,
      email: 'ada@example.com',
    });
    await first.getByRole('heading', { level: 1, name: SCRIPT }).waitFor();
    await context.setOffline(true);
    await first.getByRole('link', { name: 'Webhooks', exact: true }).click();
    await first.getByText('The server cannot be reached').first().waitFor();
    await context.setOffline(false);
    await first.getByRole('table', { name: 'Webhooks' }).waitFor();
    await first.getByText('The server cannot be reached').first().waitFor({ state: 'detached' });
    expect(await first.getByText('There is a new version').count()).toBe(0);
    await context.close();
  });
});
