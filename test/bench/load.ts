import autocannon, { type Client, type Request } from 'autocannon';
import { Random } from '../../src/seed/world/random.js';
import type { BenchDatabase } from './bench-database.js';
import { cpuSecondsOf, residentMibOf } from './process-usage.js';
import { median } from './statistics.js';

export const CONNECTIONS = 50;
/** Requests that each connection sends in turn. */
const VARIETY = 100;

export interface Target {
  readonly url: string;
  readonly token: string;
  readonly pid: number;
  readonly database: BenchDatabase;
}

export interface Load {
  readonly seconds: number;
  /** Instead of the seconds, where one answer takes so long that few would come within them. */
  readonly amount?: number;
  readonly request: (random: Random) => Request;
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

/** Asks over 50 connections. @throws Error when a request fails */
export async function measure(target: Target, load: Load): Promise<Measurement> {
  const backendsBefore = await target.database.cpuSeconds();
  const cpuBefore = cpuSecondsOf(target.pid);
  const { count, seconds, p50, p99 } = await fire(target, load);
  const residentMib = residentMibOf(target.pid);
  const serverCpu = cpuSecondsOf(target.pid) - cpuBefore;
  await target.database.untilIdle();
  const backends = await target.database.cpuSeconds();
  const databaseCpu = [...backends].reduce(
    (sum, [pid, cpu]) => sum + cpu - (backendsBefore.get(pid) ?? 0),
    0,
  );
  return {
    perSecond: count / seconds,
    p50,
    p99,
    serverCpuMs: (serverCpu * 1000) / count,
    databaseCpuMs: (databaseCpu * 1000) / count,
    residentMib,
  };
}

interface Fired {
  readonly count: number;
  readonly seconds: number;
  readonly p50: number;
  readonly p99: number;
}

function fire({ url, token }: Target, { seconds, amount, request }: Load): Promise<Fired> {
  const headers = { 'X-API-KEY': token, 'Content-Type': 'application/json' };
  const random = new Random(1);
  const setupClient = (client: Client): void =>
    client.setRequests(Array.from({ length: VARIETY }, () => ({ headers, ...request(random) })));
  return new Promise((resolve, reject) => {
    const began = performance.now();
    let last = began;
    let count = 0;
    const options = { url, connections: CONNECTIONS, timeout: 300, setupClient };
    const howLong = amount === undefined ? { duration: seconds } : { amount };
    const instance = autocannon({ ...options, ...howLong }, (error, result) => {
      if (error) reject(error as Error);
      else if (result.non2xx + result.errors > 0) {
        reject(new Error(`${result.non2xx} requests were refused and ${result.errors} failed at ${url}`));
      } else {
        const { p50, p99 } = result.latency;
        resolve({ count, seconds: (last - began) / 1000, p50, p99 });
      }
    });
    instance.on('response', () => {
      count += 1;
      last = performance.now();
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
