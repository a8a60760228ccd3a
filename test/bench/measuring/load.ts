import autocannon, { type Client, type Request } from 'autocannon';
import { Random } from '../../../src/seed/world/random.js';
import { cpuSecondsOf, residentMibOf } from '../servers/process-usage.js';
import type { Target } from '../servers/servers.js';
import { median } from './statistics.js';

const CONNECTIONS = 50;
/** Requests that each connection sends in turn. */
const VARIETY = 200;
/** Each run sends others than those before, so that nothing is written that is there already. */
let runs = 0;

export interface Load {
  readonly seconds: number;
  /** So many requests instead of so many seconds. */
  readonly amount?: number;
  readonly connections?: number;
  /** Different requests of each connection. */
  readonly variety?: number;
  readonly request: (random: Random) => Request;
  readonly onAnswer?: () => void;
}

/** What one run showed. Processor time is in milliseconds a request. */
export interface Measurement {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly serverCpuMs: number;
  readonly databaseCpuMs: number;
  readonly residentMib: number;
}

/** Asks and measures what that takes. @throws Error when a request fails */
export async function measure(target: Target, load: Load): Promise<Measurement> {
  const before = await cpuOf(target);
  const { answered, sent, seconds, p50, p99 } = await fire(target, load);
  const residentMib = residentMibOf(target.pid);
  // Also those that are cut off at the end are worked on.
  await target.database.untilIdle();
  const after = await cpuOf(target);
  return {
    perSecond: answered === 0 ? 0 : answered / seconds,
    p50,
    p99,
    serverCpuMs: ((after.server - before.server) * 1000) / sent,
    databaseCpuMs: (spentSince(before.database, after.database) * 1000) / sent,
    residentMib,
  };
}

const cpuOf = async ({ pid, database }: Target) => ({
  server: cpuSecondsOf(pid),
  database: await database.cpuSeconds(),
});

/** Connections come and go: one that was not there before has begun with nothing. */
export const spentSince = (before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number =>
  [...after].reduce((sum, [pid, seconds]) => sum + seconds - (before.get(pid) ?? 0), 0);

interface Fired {
  readonly answered: number;
  readonly sent: number;
  readonly seconds: number;
  readonly p50: number;
  readonly p99: number;
}

/** Asks over many connections at once. @throws Error when a request fails */
export function fire({ url, token }: Pick<Target, 'url' | 'token'>, load: Load): Promise<Fired> {
  const { seconds, amount, connections = CONNECTIONS, variety = VARIETY, request } = load;
  const headers = { 'X-API-KEY': token, 'Content-Type': 'application/json' };
  const random = new Random((runs += 1));
  const setupClient = (client: Client): void =>
    client.setRequests(Array.from({ length: variety }, () => ({ headers, ...request(random) })));
  const howLong = amount === undefined ? { duration: seconds } : { amount };
  return new Promise((resolve, reject) => {
    let began = 0;
    let last = 0;
    let answered = 0;
    const options = { url, connections, timeout: 300, setupClient, ...howLong };
    const instance = autocannon(options, (error, result) => {
      if (error) reject(error as Error);
      else if (result.non2xx + result.errors > 0) {
        reject(new Error(`${result.non2xx} requests were refused and ${result.errors} failed at ${url}`));
      } else {
        const { p50, p99 } = result.latency;
        resolve({ answered, sent: result.requests.sent, seconds: (last - began) / 1000, p50, p99 });
      }
    });
    // All requests are written by then.
    instance.on('start', () => (began = performance.now()));
    instance.on('response', () => {
      answered += 1;
      last = performance.now();
      load.onAnswer?.();
    });
  });
}

/** Each figure's median by itself. */
export const medianOf = (rounds: readonly Measurement[]): Measurement => {
  const of = (figure: keyof Measurement): number => median(rounds.map((round) => round[figure]));
  return {
    perSecond: of('perSecond'),
    p50: of('p50'),
    p99: of('p99'),
    serverCpuMs: of('serverCpuMs'),
    databaseCpuMs: of('databaseCpuMs'),
    residentMib: of('residentMib'),
  };
};
