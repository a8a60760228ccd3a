// Makes the pictures of the README: the web application with a demo organization, in Chromium.
import { createServer } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { chromium } from 'playwright-core';
import { StartedPrograms } from './started-programs.mjs';

const ORGANIZATION = 'Northwind Studio';
const EMAIL = 'ada@example.com';
const PASSWORD = 'tulips behind the garage';
const FOLDER = 'docs/screenshots';
const SIZE = { width: 1400, height: 860 };

const directory = await mkdtemp(join(tmpdir(), 'planning-screenshots-'));
const port = await freePort();
const programs = new StartedPrograms({
  DATA_DIRECTORY: directory,
  HOST: '127.0.0.1',
  PORT: String(port),
  LOG_LEVEL: 'error',
  RATE_LIMIT_REQUESTS: '10000',
  WEBHOOK_ALLOW_HTTP: 'true',
  WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  WEBHOOK_RETRY_DELAYS_SECONDS: '2,4',
});
const api = `http://localhost:${port}`;
const receiver = createServer((request, response) => {
  response.writeHead(request.url === '/billing' && Math.random() < 0.3 ? 503 : 204).end();
}).listen(0, '127.0.0.1');
let browser;

try {
  await programs.start('main').says(/listens on/);
  const seeded = programs.start('cli', 'seed', '--organization', ORGANIZATION);
  const [token] = await seeded.says(/pda_[0-9A-Za-z]{49}/);
  const subscriber = await sendWebhooks(token);
  const invitation = ['--organization', ORGANIZATION, '--email', EMAIL, '--administrator'];
  const [link] = await programs.start('cli', 'sign-in-link', ...invitation).says(/http\S+#\S+/);

  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  const page = await browser.newPage({ viewport: SIZE, deviceScaleFactor: 1.5 });
  await page.goto(link);
  await page.getByLabel('New password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  const { project, offering } = await busiestOffering(token);
  await picture(page, `/projects/${project}`, 'project');
  await picture(page, `/projects/${project}/offerings/${offering}`, 'hours');
  await picture(page, `/webhooks/${subscriber}`, 'webhook');
} finally {
  await browser?.close();
  receiver.close();
  if (!(await programs.end())) process.exitCode = 1;
  await rm(directory, { recursive: true });
}

async function picture(page, path, name) {
  await page.goto(`${api}/app${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: `${FOLDER}/${name}.png` });
  process.stdout.write(`${FOLDER}/${name}.png\n`);
}

/** @returns the subscriber whose receiver fails now and then */
async function sendWebhooks(token) {
  const { port: receiving } = receiver.address();
  const subscribers = [];
  for (const name of ['CRM', 'Billing']) {
    const url = `http://127.0.0.1:${receiving}/${name.toLowerCase()}`;
    const subscriber = await ask(token, 'POST', '/v1/webhook-subscribers', { name, url });
    const topics = { topics: ['client.*', 'project.*'] };
    await ask(token, 'POST', `/v1/webhook-subscribers/${subscriber.id}/subscriptions`, topics);
    subscribers.push(subscriber.id);
  }
  const { results } = await ask(token, 'GET', '/v1/projects?pageSize=40');
  for (const { id } of results) await ask(token, 'PATCH', `/v1/projects/${id}`, { target_margin: 0.33 });
  await new Promise((resolve) => setTimeout(resolve, 8000));
  return subscribers.at(-1);
}

/** Of the project under way with the most hours, the offering with the most of those to come. */
async function busiestOffering(token) {
  const { results } = await ask(token, 'GET', '/v1/projects?status=in_progress&include=kpis');
  const [{ id: project }] = results.sort((one, other) => other.kpis.planned_hours - one.kpis.planned_hours);
  const today = new Date().toISOString().slice(0, 10);
  const path = `/v1/planned-time?project_id=${project}&start_date=${today}&pageSize=500`;
  const planned = await ask(token, 'GET', path);
  const sums = new Map();
  for (const { project_offering_id: id, hours } of planned.results) sums.set(id, (sums.get(id) ?? 0) + hours);
  const [[offering]] = [...sums].sort(([, one], [, other]) => other - one);
  return { project, offering };
}

async function ask(token, method, path, body) {
  const headers = { 'X-API-KEY': token, 'Content-Type': 'application/json' };
  const response = await fetch(api + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.status === 204 ? undefined : response.json();
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port: free } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return free;
}
