// Starts the API, a worker and the command line from the folder dist here, and asks whether they work.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

const TOKEN = /pda_[0-9A-Za-z]{49}/;
const FIRST_TOKEN = /access token is in (.+), which/;
const directory = await mkdtemp(join(tmpdir(), 'planning-smoke-'));
const settings = {
  DATA_DIRECTORY: directory,
  HOST: '127.0.0.1',
  PORT: '0',
  METRICS_PORT: '0',
  LOG_LEVEL: 'error',
  NODE_ENV: 'production',
};
const running = [];

try {
  const api = start('main', '--api-only');
  const [, address] = await api.says(/listens on (\S+)/);
  const [, file] = await api.says(FIRST_TOKEN);
  const token = (await readFile(file, 'utf8')).trim();
  await start('worker').says(/delivers webhooks/);
  const cli = start('cli', 'token', 'create', '--organization', 'Two', '--email', 'two@example.com');
  const [other] = await cli.says(TOKEN);
  for (const key of [token, other]) await expectOk(`${address}/v1/me`, { 'X-API-KEY': key });
  for (const path of ['/health/ready', '/docs', '/openapi.json', '/app'])
    await expectOk(`${address}${path}`, {});
} finally {
  const statuses = await Promise.all(running.map((program) => program.end()));
  if (statuses.some((status) => status !== 0)) process.exitCode = 1;
  await rm(directory, { recursive: true });
}

function start(...words) {
  const child = spawn(process.execPath, ['dist/launch.js', ...words], {
    env: { ...process.env, ...settings },
  });
  let output = '';
  const ended = once(child, 'close').then(([code, signal]) => code ?? signal);
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const program = {
    says: async (pattern) => {
      while (!pattern.test(output)) {
        const status = await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 50))]);
        if (status !== undefined && !pattern.test(output))
          throw new Error(`${words[0]} ended with ${status}: ${output}`);
      }
      return pattern.exec(output);
    },
    end: async () => {
      child.kill('SIGTERM');
      const status = await ended;
      if (status !== 0) process.stderr.write(`${words[0]} ended with ${status}: ${output}\n`);
      return status;
    },
  };
  running.push(program);
  return program;
}

async function expectOk(url, headers) {
  const { status } = await fetch(url, { headers });
  process.stdout.write(`${status} ${url}\n`);
  if (status !== 200) throw new Error(`${url} answered ${status}.`);
}
