import { join } from 'node:path';
import { freePort } from '../support/free-port.js';
import type { BenchDatabase } from './bench-database.js';
import type { Contestants } from './comparison.js';
import type { Target } from './load.js';
import { ServerProcess } from './server-process.js';

const LOGS = join('test/.output/bench', String(process.pid));
const WEBHOOK_SECRET_KEY = Buffer.alloc(32, 7).toString('base64');

/** Everything as it is shipped, but for the limit, which a benchmark would reach at once. */
const settings = {
  HOST: '127.0.0.1',
  LOG_LEVEL: 'info',
  RATE_LIMIT_REQUESTS: '1000000000',
  WEBHOOK_SECRET_KEY,
};

/** The bare handlers and the API, each in a process of its own. */
export async function startContestants(
  database: BenchDatabase,
  checkout: string,
  token: string,
): Promise<Contestants & { stop(): Promise<void> }> {
  const target = async (start: (port: string) => Promise<ServerProcess>) => {
    const port = String(await freePort());
    const process = await start(port);
    return {
      process,
      target: { url: `http://127.0.0.1:${port}`, token, pid: process.pid, database } satisfies Target,
    };
  };
  const bare = await target((PORT) =>
    ServerProcess.start({
      args: ['test/bench/bare-server.mjs'],
      settings: { DATABASE_URL: database.url, PORT },
      log: join(LOGS, 'bare.log'),
      ready: /listen/,
    }),
  );
  const ours = await target((PORT) =>
    ServerProcess.start({
      args: ['--enable-source-maps', 'dist/main.js', '--api-only'],
      directory: checkout,
      settings: { ...settings, DATABASE_URL: database.url, PORT },
      log: join(LOGS, 'api.log'),
      ready: /listens on/,
    }),
  );
  const stop = async (): Promise<void> => {
    await Promise.all([bare.process.stop(), ours.process.stop()]);
  };
  return { bare: bare.target, ours: ours.target, stop };
}
