import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../support/servers/free-port.js';
import type { BenchDatabase } from './bench-database.js';
import { ServerProcess } from './server-process.js';

const LOGS = join('test/.output/bench', String(process.pid));

/** Everything as it is shipped, but for the limit, which a benchmark would reach at once. */
const settings = {
  HOST: '127.0.0.1',
  LOG_LEVEL: 'info',
  RATE_LIMIT_REQUESTS: '1000000000',
  WEBHOOK_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
};

/** Where the program is, and what it works on. */
export interface Stage {
  readonly database: BenchDatabase;
  readonly checkout: string;
  readonly token: string;
}

export interface Target {
  readonly url: string;
  readonly token: string;
  readonly pid: number;
  readonly database: BenchDatabase;
}

export interface Running extends Target {
  stop(): Promise<void>;
}

/** The bare handlers, in a process of their own. */
export const startBare = (stage: Stage): Promise<Running> =>
  listening(stage, (PORT) => ({
    args: ['test/bench/servers/bare-server.mjs'],
    settings: { DATABASE_URL: stage.database.url, PORT },
    log: join(LOGS, 'bare.log'),
    ready: /listen/,
  }));

/** The API alone, as `npm run start:api` does. */
export const startApi = (stage: Stage, extra: Readonly<Record<string, string>> = {}): Promise<Running> =>
  listening(stage, (PORT) => ({
    args: argumentsOf('start:api', stage.checkout),
    directory: stage.checkout,
    settings: { ...settings, DATABASE_URL: stage.database.url, PORT, ...extra },
    log: join(LOGS, 'api.log'),
    ready: /listens on/,
  }));

/** A worker, as `npm run start:worker` does. */
export const startWorker = (
  { database, checkout }: Stage,
  extra: Readonly<Record<string, string>>,
): Promise<ServerProcess> =>
  ServerProcess.start({
    args: argumentsOf('start:worker', checkout),
    directory: checkout,
    settings: { ...settings, DATABASE_URL: database.url, ...extra },
    log: join(LOGS, 'worker.log'),
    ready: /delivers webhooks/,
  });

/** What Node gets from a script of the checkout, so that it runs with the same flags. */
function argumentsOf(script: string, checkout: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as {
    scripts: Readonly<Record<string, string>>;
  };
  // The last one, where a script begins with a question to the shell.
  const words = scripts[script]?.split(/\bnode /).at(-1) ?? '';
  if (words === '') throw new Error(`The script ${script} of ${checkout} does not start Node.`);
  return words.split(' ');
}

async function listening(
  { database, token }: Stage,
  start: (port: string) => Parameters<typeof ServerProcess.start>[0],
): Promise<Running> {
  const port = String(await freePort());
  const server = await ServerProcess.start(start(port));
  return { url: `http://127.0.0.1:${port}`, token, pid: server.pid, database, stop: () => server.stop() };
}
