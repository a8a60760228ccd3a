import type { Random } from '../../src/seed/world/random.js';
import type { BenchServer } from './servers/bench-server.js';
import { prepareDataSet, removeWritten } from './workloads/data-set.js';
import { fire, type Load } from './measuring/load.js';
import { residentMibOf } from './servers/process-usage.js';
import { brief, table } from './report/report.js';
import type { Results } from './report/results.js';
import { startApi, type Running } from './servers/servers.js';
import { lineThrough } from './measuring/statistics.js';
import { StepProgress } from './report/step-progress.js';
import { workloads, type Scene } from './workloads/workloads.js';

interface Plan {
  readonly factor: number;
  readonly product: string;
  readonly requests: number;
}

const PAGES = 'W2';
const PAGES_SECONDS = 60;
const MAX_MIB = 250;
const SAMPLE_MS = 500;
/** The first part of a series fills caches and pools, and the compiler is at work. */
const WARM_UP_SHARE = 0.25;
/** What a heap may differ by from one collection to another, over a whole series. */
const NOISE_MIB = 15;
/** What a CRM asks, as shares: many single records, some lists, some writing. */
const mixed = { W1: 30, W2: 2, W3: 20, W4: 8, W5: 25, W6: 5, W7: 10 } as const;

interface Sample {
  readonly x: number;
  readonly y: number;
}

/** Resident size of the API under large pages, and over a long series of requests of every kind. */
export async function runMemory(server: BenchServer, plan: Plan): Promise<Results> {
  const database = await server.database(plan.factor);
  const { scene, token } = await prepareDataSet(database, plan.product, plan.factor);
  const stage = { database, checkout: plan.product, token };
  const progress = new StepProgress('following the memory');
  try {
    progress.next(`${PAGES} for ${PAGES_SECONDS} s`, 2);
    const pages = await sampled(await startApi(stage), {
      seconds: PAGES_SECONDS,
      request: pageRequest(scene),
    });
    progress.next(`${brief(plan.requests)} requests of every kind`, 2);
    const request = mixedRequest(scene);
    const series = await sampled(await startApi(stage), { seconds: 0, amount: plan.requests, request });
    return { sections: { memory: memoryTable(pages, series, plan.requests) } };
  } finally {
    progress.end();
    await removeWritten(database, scene);
  }
}

const pageRequest = (scene: Scene): Load['request'] => {
  const pages = workloads.find(({ name }) => name === PAGES);
  if (!pages) throw new Error(`There is no workload ${PAGES}.`);
  return (random) => pages.request(scene, random);
};

function mixedRequest(scene: Scene): Load['request'] {
  const tickets = workloads.flatMap((workload) => {
    const share = mixed[workload.name as keyof typeof mixed] ?? 0;
    return Array.from({ length: share }, () => workload);
  });
  return (random: Random) => random.pick(tickets).request(scene, random);
}

/** Lets the API answer, and ends it. @returns resident MiB by answers so far */
async function sampled(api: Running, load: Load): Promise<Sample[]> {
  const samples: Sample[] = [];
  let answers = 0;
  const sampling = setInterval(() => samples.push({ x: answers, y: residentMibOf(api.pid) }), SAMPLE_MS);
  try {
    await fire(api, { ...load, onAnswer: () => (answers += 1) });
    return samples;
  } finally {
    clearInterval(sampling);
    await api.stop();
  }
}

function memoryTable(pages: readonly Sample[], series: readonly Sample[], requests: number): string {
  const largest = Math.max(...pages.map(({ y }) => y));
  const steady = series.filter(({ x }) => x >= requests * WARM_UP_SHARE);
  const { slope, start } = lineThrough(steady);
  const [from, to] = [steady[0]?.x ?? 0, steady.at(-1)?.x ?? 0];
  const grown = slope * (to - from);
  const level = Math.max(...series.map(({ y }) => y));
  const verdict = Math.abs(grown) < NOISE_MIB ? 'none' : `${brief(slope * 1e5)} MiB per 100,000 requests`;
  return table(
    ['Memory of the API', '', 'Measured', 'Must stay'],
    [
      [
        `${PAGES} at 50 connections for ${PAGES_SECONDS} s`,
        'largest resident size',
        `${brief(largest)} MiB`,
        `under ${MAX_MIB} MiB`,
      ],
      [`${brief(requests)} requests of every kind`, 'largest resident size', `${brief(level)} MiB`, ''],
      [
        `the same, without the first ${WARM_UP_SHARE * 100} %`,
        'line of least squares',
        `${brief(start + slope * from)} MiB to ${brief(start + slope * to)} MiB`,
        '',
      ],
      ['', 'slope', verdict, 'none'],
    ],
  );
}
