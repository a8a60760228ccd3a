import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Installation } from '../support/installations/installation.js';
import { ALLOWANCE } from '../support/programs/machine-load.js';
import { pause } from '../support/programs/program.js';
import { percentile, RequestTimes } from '../support/requests/request-times.js';
import { SteadyClients } from '../support/programs/steady-clients.js';
import { StoppablePostgres } from '../support/servers/stoppable-postgres.js';
import { until } from '../../src/testing/until.js';

const MINUTES = 60_000;
const CONNECTIONS = 50;
/** Of each organization; more than those send that are measured. */
const LIMIT = 4000;
const REQUEST_EVERY_MS = 15;
const ROUND_MS = 1500;
/** Without and with the flood in turn: a pause of the machine spoils a round of either, and the median of them counts. */
const ROUNDS = 12;
/** Compares times of one machine and one minute, so that a busy machine is no excuse. */
const MAX_TIMES_P99 = 2 * ALLOWANCE;

describe('an organization that is at its limit', () => {
  let postgres: StoppablePostgres;
  let installation: Installation;
  let flood: SteadyClients | undefined;

  beforeAll(async () => {
    postgres = await StoppablePostgres.start();
  });
  afterEach(async () => {
    await flood?.kill();
    await installation.killAll();
  });
  afterAll(() => postgres.remove());

  /** Milliseconds, of reads and writes in turn. */
  const p99Of = async (token: string): Promise<number> => {
    const times = new RequestTimes(async (n) => {
      const headers = { 'X-API-KEY': token, 'Content-Type': 'application/json' };
      const body = JSON.stringify({ name: `Tag ${performance.now()}` });
      const request = n % 2 ? { method: 'POST', headers, body } : { headers };
      const answer = await fetch(`${installation.url}/v1/tags${n % 2 ? '' : '?pageSize=20'}`, request);
      await answer.text();
      if (!answer.ok) throw new Error(`The API answered ${answer.status}`);
    }, REQUEST_EVERY_MS);
    await pause(ROUND_MS);
    return percentile(await times.stop(), 0.99);
  };

  it(
    `and goes on asking over ${CONNECTIONS} connections makes the p99 of another at most ${MAX_TIMES_P99} times as long`,
    async () => {
      installation = await Installation.begin({
        databaseUrl: await postgres.newDatabase(),
        settings: { RATE_LIMIT_ORGANIZATION_REQUESTS: `${LIMIT}`, RATE_LIMIT_WINDOW_SECONDS: '86400' },
      });
      const token = await installation.tokenOf('Measured');
      const loud = await installation.tokenOf('Loud');
      flood = new SteadyClients({
        url: installation.url,
        token: loud,
        clients: CONNECTIONS,
        connections: 'keep-alive',
      });
      const clients = flood;
      await until('it is refused', () => clients.answered(429) > 0, 5 * 60);
      await p99Of(token);
      const quiet: number[] = [];
      const beside: number[] = [];
      const refused = clients.answered(429);
      for (let round = 0; round < ROUNDS; round += 1) {
        clients.signal('SIGSTOP');
        quiet.push(await p99Of(token));
        clients.signal('SIGCONT');
        beside.push(await p99Of(token));
      }
      const refusals = clients.answered(429) - refused;
      const [usual, meanwhile] = [percentile(quiet, 0.5), percentile(beside, 0.5)];
      console.log(`p99 ${usual.toFixed(1)} ms, beside ${refusals} refusals ${meanwhile.toFixed(1)} ms`);
      expect(refusals).toBeGreaterThan(ROUNDS * CONNECTIONS);
      expect(meanwhile / usual).toBeLessThanOrEqual(MAX_TIMES_P99);
    },
    10 * MINUTES,
  );
});
