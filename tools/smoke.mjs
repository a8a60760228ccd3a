// Starts the API, a worker and the command line from the folder dist here, and asks whether they work, passwords too.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { StartedPrograms } from './started-programs.mjs';

const TOKEN = /pda_[0-9A-Za-z]{49}/;
const FIRST_TOKEN = /access token is in (.+), which/;
const FIRST_LINK = /sign-in link is in (.+), which/;
const PASSWORD = 'tulips behind the garage';
const PUBLIC_URL = 'http://localhost:3000';
const directory = await mkdtemp(join(tmpdir(), 'planning-smoke-'));
const programs = new StartedPrograms({
  DATA_DIRECTORY: directory,
  HOST: '127.0.0.1',
  PORT: '0',
  PUBLIC_URL,
  METRICS_PORT: '0',
  LOG_LEVEL: 'error',
  NODE_ENV: 'production',
});

try {
  const api = programs.start('main', '--api-only');
  const [, address] = await api.says(/listens on (\S+)/);
  const [, file] = await api.says(FIRST_TOKEN);
  const token = (await readFile(file, 'utf8')).trim();
  const [, linkFile] = await api.says(FIRST_LINK);
  const [, secret] = (await readFile(linkFile, 'utf8')).trim().split('#');
  await programs.start('worker').says(/delivers webhooks/);
  const cli = programs.start('cli', 'token', 'create', '--organization', 'Two', '--email', 'two@example.com');
  const [other] = await cli.says(TOKEN);
  for (const key of [token, other]) await expectOk(`${address}/v1/me`, { 'X-API-KEY': key });
  for (const path of ['/health/ready', '/docs', '/openapi.json', '/app'])
    await expectOk(`${address}${path}`, {});
  await expectPosted(`${address}/app/session/link/password`, { secret, password: PASSWORD });
  const account = { organization: 'My Organization', email_address: 'admin@example.com' };
  await expectPosted(`${address}/app/session`, { ...account, password: PASSWORD });
} finally {
  if (!(await programs.end())) process.exitCode = 1;
  await rm(directory, { recursive: true });
}

async function expectOk(url, headers) {
  accepted(await fetch(url, { headers }));
}

async function expectPosted(url, body) {
  const headers = { 'Content-Type': 'application/json', Origin: PUBLIC_URL, 'Sec-Fetch-Site': 'same-origin' };
  accepted(await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }));
}

function accepted({ status, ok, url }) {
  process.stdout.write(`${status} ${url}\n`);
  if (!ok) throw new Error(`${url} answered ${status}.`);
}
