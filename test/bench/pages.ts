import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { startOwnChromium, PUBLIC_URL } from '../support/browsers/web-browser.js';
import { idOf } from '../support/databases/large-data-set.js';
import { PASSWORD, TestBrowser } from '../support/requests/test-browser.js';
import { median } from './measuring/statistics.js';
import { brief, table } from './report/report.js';
import type { Results } from './report/results.js';
import { StepProgress } from './report/step-progress.js';
import type { BenchServer } from './servers/bench-server.js';
import { commandOf } from './servers/command.js';
import { startApi } from './servers/servers.js';
import { ORGANIZATION, prepareDataSet } from './workloads/data-set.js';

interface Plan {
  readonly factor: number;
  readonly product: string;
  readonly rounds: number;
}

const EMAIL = 'pages@example.com';
const project = `/projects/${idOf('projects', 1)}`;
/** By what they are called in the report. */
const pages: Readonly<Record<string, string>> = {
  '/': '/',
  '/projects': '/projects',
  '/projects/{id}': project,
  '/projects/{id}/offerings/{id}': `${project}/offerings/${idOf('offerings', 1)}`,
  '/pipelines': '/pipelines',
  '/changes': '/changes',
  '/tokens': '/tokens',
  '/webhooks': '/webhooks',
  '/settings': '/settings',
  '/settings/users': '/settings/users',
};

/** A telephone on the way, with a processor so many times slower than this one. */
const LATENCY_MS = 150;
const BYTES_PER_SECOND = 1.6e6 / 8;
const SLOWER = 4;
/** A page that has painted nothing larger for so long is as it stays. */
const SETTLED_MS = 2000;

interface Visit {
  readonly paintMs: number;
  readonly scriptKb: number;
  readonly styleKb: number;
  readonly requests: number;
}

/** The most that each figure may be. */
const ofFirst: Visit = { paintMs: 2500, scriptKb: 200, styleKb: 30, requests: 6 };
const ofFurther: Visit = { paintMs: 1000, scriptKb: 60, styleKb: 30, requests: 6 };

// In the page, as text: the sources of the bench know no browser.
const notePaints = `new PerformanceObserver((list) => {
  for (const { startTime } of list.getEntries()) globalThis.largestPaint = startTime;
}).observe({ type: 'largest-contentful-paint', buffered: true })`;

/** What came out of the cache weighs nothing. */
const seen = `(() => {
  const entries = performance.getEntriesByType('resource');
  const weightOf = (ending) => entries
    .filter(({ name, transferSize }) => name.endsWith(ending) && transferSize > 0)
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize / 1000, 0);
  return {
    paintMs: globalThis.largestPaint,
    scriptKb: weightOf('.js'),
    styleKb: weightOf('.css'),
    requests: entries.filter(({ name }) => !name.includes('/assets/')).length,
  };
})()`;

interface Row {
  readonly title: string;
  readonly visit: Visit;
  readonly most: Visit;
}

/** What the pages of the web application weigh, and when the largest part of each is painted. */
export async function runPages(server: BenchServer, plan: Plan): Promise<Results> {
  const database = await server.database(plan.factor);
  const { token } = await prepareDataSet(database, plan.product, plan.factor);
  const api = await startApi({ database, checkout: plan.product, token }, { PUBLIC_URL });
  const progress = new StepProgress('visiting the pages');
  try {
    const { status } = await new TestBrowser(api.url).follow(await linkOf(database.url, plan.product));
    if (status !== 204) throw new Error(`Nobody can sign in: ${status}.`);
    const rounds: Row[][] = [];
    for (let round = 1; round <= plan.rounds; round += 1) {
      progress.next(`round ${round}`, plan.rounds);
      rounds.push(await visitedByOne(api.url));
    }
    return { sections: { pages: pagesTable(rounds) } };
  } finally {
    progress.end();
    await api.stop();
  }
}

async function linkOf(databaseUrl: string, checkout: string): Promise<string> {
  const words = ['sign-in-link', '--organization', ORGANIZATION, '--email', EMAIL, '--administrator'];
  return (await commandOf<{ link: string }>(databaseUrl, checkout, words)).link;
}

async function visitedByOne(url: string): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'planning-pages-'));
  const context = await startOwnChromium(folder, url);
  try {
    return await visitAll(context);
  } finally {
    await context.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** As somebody who has never been here. Of each further page the weight is that of the first visit, the time of the second. */
async function visitAll(context: BrowserContext): Promise<Row[]> {
  const rows: Row[] = [
    { title: 'first visit: the page to sign in', visit: await visited(context, '/'), most: ofFirst },
    { title: 'the same again', visit: await visited(context, '/'), most: ofFurther },
  ];
  await signIn(context);
  for (const [name, path] of Object.entries(pages)) {
    const first = await visited(context, path);
    const { paintMs } = await visited(context, path);
    rows.push({ title: `\`/app${name}\``, visit: { ...first, paintMs }, most: ofFurther });
  }
  return rows;
}

async function signIn(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${PUBLIC_URL}/app`);
  await page.getByLabel('E-mail address').fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  await page.close();
}

async function visited(context: BrowserContext, path: string): Promise<Visit> {
  const page = await context.newPage();
  await slowDown(context, page);
  await page.addInitScript({ content: notePaints });
  await page.goto(`${PUBLIC_URL}/app${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(SETTLED_MS);
  const visit = await page.evaluate<Visit>(seen);
  await page.close();
  return visit;
}

async function slowDown(context: BrowserContext, page: Page): Promise<void> {
  const devTools = await context.newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
}

function pagesTable(rounds: readonly (readonly Row[])[]): string {
  const [first = []] = rounds;
  const head = ['Page', 'Holds', 'Largest paint ms', 'JavaScript kB', 'CSS kB', 'Requests'];
  return table(
    head,
    first.map(({ title, most }, index) => {
      const visits = rounds.map((rows) => (rows[index] as Row).visit);
      const figures = (Object.keys(most) as (keyof Visit)[]).map((figure) => ({
        measured: median(visits.map((visit) => visit[figure])),
        most: most[figure],
      }));
      const holds = figures.every((figure) => figure.measured <= figure.most);
      const cells = figures.map((figure) => `${brief(figure.measured)} of ${brief(figure.most)}`);
      return [title, holds ? 'yes' : 'no', ...cells];
    }),
  );
}
