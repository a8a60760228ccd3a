import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chromiumFor, PUBLIC_URL } from '../support/browsers/web-browser.js';
import { idOf } from '../support/databases/large-data-set.js';
import { TestBrowser } from '../support/requests/test-browser.js';
import { DevTools } from './measuring/dev-tools.js';
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
const STARTING_MS = 3000;
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

// In the page, as text: the sources of the bench know no browser. What came out of the cache weighs nothing.
const seen = `new Promise((resolve) => {
  let paintMs;
  let at = performance.now();
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) paintMs = startTime;
    at = performance.now();
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  const timer = setInterval(() => {
    if (!document.querySelector('h1') || performance.now() - at < ${SETTLED_MS}) return;
    clearInterval(timer);
    const entries = performance.getEntriesByType('resource');
    const weightOf = (ending) => entries
      .filter(({ name, transferSize }) => name.endsWith(ending) && transferSize > 0)
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize / 1000, 0);
    const requests = entries.filter(({ name }) => !name.includes('/assets/')).length;
    resolve({ paintMs, scriptKb: weightOf('.js'), styleKb: weightOf('.css'), requests });
  }, 200);
})`;

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
    const user = new TestBrowser(api.url);
    const { status } = await user.follow(await linkOf(database.url, plan.product));
    if (status !== 204) throw new Error(`Nobody can sign in: ${status}.`);
    const rounds: Row[][] = [];
    for (let round = 1; round <= plan.rounds; round += 1) {
      progress.next(`round ${round}`, plan.rounds);
      rounds.push(await visitedByOne(user));
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

async function visitedByOne(user: TestBrowser): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'planning-pages-'));
  const { executablePath, args } = chromiumFor(user.url);
  const browser = DevTools.start(executablePath, [
    ...args,
    '--window-size=1400,900',
    `--user-data-dir=${folder}`,
  ]);
  try {
    // People have their browser open before they come.
    await pause(STARTING_MS);
    return await visitAll(browser, user);
  } finally {
    await browser.end();
    await rm(folder, { recursive: true, force: true });
  }
}

/** As somebody who has never been here. Of each further page the weight is that of the first visit, the time of the second. */
async function visitAll(browser: DevTools, user: TestBrowser): Promise<Row[]> {
  const rows: Row[] = [
    { title: 'first visit: the page to sign in', visit: await visited(browser, '/'), most: ofFirst },
    { title: 'the same again', visit: await visited(browser, '/'), most: ofFurther },
  ];
  const session = [...user.cookies].map(([name, value]) => ({
    name,
    value,
    url: `${PUBLIC_URL}/app/session`,
  }));
  await browser.send('Storage.setCookies', { cookies: session });
  for (const [name, path] of Object.entries(pages)) {
    const first = await visited(browser, path);
    const { paintMs } = await visited(browser, path);
    rows.push({ title: `\`/app${name}\``, visit: { ...first, paintMs }, most: ofFurther });
  }
  return rows;
}

async function visited(browser: DevTools, path: string): Promise<Visit> {
  const { targetId } = await browser.send<{ targetId: string }>('Target.createTarget', {
    url: 'about:blank',
  });
  const attached = { targetId, flatten: true };
  const { sessionId } = await browser.send<{ sessionId: string }>('Target.attachToTarget', attached);
  await slowDown(browser, sessionId);
  await browser.send('Page.navigate', { url: `${PUBLIC_URL}/app${path}` }, sessionId);
  await pause(SETTLED_MS);
  const visit = await browser.evaluate<Visit>(seen, sessionId);
  await browser.send('Target.closeTarget', { targetId });
  return visit;
}

async function slowDown(browser: DevTools, sessionId: string): Promise<void> {
  await browser.send('Network.enable', {}, sessionId);
  await browser.send(
    'Network.emulateNetworkConditions',
    {
      offline: false,
      latency: LATENCY_MS,
      downloadThroughput: BYTES_PER_SECOND,
      uploadThroughput: BYTES_PER_SECOND,
    },
    sessionId,
  );
  await browser.send('Emulation.setCPUThrottlingRate', { rate: SLOWER }, sessionId);
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
