import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { slackNow } from '../support/programs/machine-load.js';
import { Program } from '../support/programs/program.js';
import { SteadyClients } from '../support/programs/steady-clients.js';
import { StoppablePostgres } from '../support/servers/stoppable-postgres.js';
import { until } from '../../src/testing/until.js';

const MINUTES = 60_000;
const STOPS = Number(process.env.FAULTS_STOPS ?? 20);
const REQUESTS_PER_STOP = 500;
const CLIENTS = 25;
/** As the README promises, beside the delay. */
const MAX_SECONDS = 10;
const DELAY_SECONDS = 3;

describe('a process that is told to stop under load', () => {
  let postgres: StoppablePostgres;
  let databaseUrl: string;
  let token: string;
  let slack: number;
  const started: (Program | SteadyClients)[] = [];

  beforeAll(async () => {
    slack = await slackNow();
    postgres = await StoppablePostgres.start();
    databaseUrl = await postgres.newDatabase();
    const directory = await mkdtemp(join(tmpdir(), 'planning-stops-'));
    const first = start({ DATA_DIRECTORY: directory });
    token = await first.firstToken();
    await first.kill('SIGTERM');
    await rm(directory, { recursive: true });
  });
  afterEach(() => Promise.all(started.splice(0).map((process) => process.kill('SIGKILL'))));
  afterAll(() => postgres.remove());

  const start = (settings: Record<string, string> = {}): Program => {
    const program = new Program(['dist/main.js', '--api-only'], {
      DATABASE_URL: databaseUrl,
      RATE_LIMIT_REQUESTS: '100000000',
      LOG_LEVEL: 'fatal',
      ...settings,
    });
    started.push(program);
    return program;
  };

  const clientsOf = (url: string): SteadyClients[] =>
    (['keep-alive', 'close'] as const).map((connections) => {
      const clients = new SteadyClients({ url, token, clients: CLIENTS, connections });
      started.push(clients);
      return clients;
    });

  const answered = (clients: readonly SteadyClients[]): number =>
    clients.reduce((sum, one) => sum + one.answered(200, 201), 0);

  it(
    `breaks no request of ${STOPS * REQUESTS_PER_STOP} over ${STOPS} stops, on connections of their own or kept ones`,
    async () => {
      const seconds: number[] = [];
      let requests = 0;
      for (let stop = 0; stop < STOPS; stop += 1) {
        const program = start();
        const clients = clientsOf(await program.address());
        await until('they are served', () => answered(clients) >= REQUESTS_PER_STOP);
        const began = performance.now();
        expect(await program.kill('SIGTERM')).toBe(0);
        seconds.push((performance.now() - began) / 1000);
        for (const one of clients) {
          const { answered, ...others } = await one.end();
          expect(others).toEqual({ refused: CLIENTS, broken: [] });
          expect(Object.keys(answered).sort()).toEqual(['200', '201']);
          requests += one.answered(200, 201);
        }
      }
      console.log(`${requests} requests over ${STOPS} stops of at most ${Math.max(...seconds).toFixed(1)} s`);
      expect(requests).toBeGreaterThanOrEqual(STOPS * REQUESTS_PER_STOP);
      expect(Math.max(...seconds)).toBeLessThan(MAX_SECONDS * slack);
    },
    10 * MINUTES,
  );

  it(
    'says at once that it is not ready, and serves for SHUTDOWN_DELAY_SECONDS all the same, also when it is told twice',
    async () => {
      const program = start({ SHUTDOWN_DELAY_SECONDS: `${DELAY_SECONDS}` });
      const url = await program.address();
      const clients = clientsOf(url);
      await until('they are served', () => answered(clients) >= REQUESTS_PER_STOP);
      const began = performance.now();
      const ended = program.kill('SIGTERM');
      const ready = () => fetch(`${url}/health/ready`);
      await until('it is not ready', async () => (await ready()).status === 503);
      expect((await ready()).headers.get('Connection')).toBe('close');
      void program.kill('SIGTERM');
      void program.kill('SIGINT');
      const before = answered(clients);
      await until('many more are served', () => answered(clients) >= before + 2 * CLIENTS);
      expect(await ended).toBe(0);
      const seconds = (performance.now() - began) / 1000;
      expect(seconds).toBeGreaterThanOrEqual(DELAY_SECONDS);
      expect(seconds).toBeLessThan(DELAY_SECONDS + MAX_SECONDS * slack);
      for (const one of clients) {
        expect(await one.end()).toMatchObject({ refused: CLIENTS, broken: [] });
      }
    },
    2 * MINUTES,
  );
});
