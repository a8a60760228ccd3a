import type { BenchServer } from './servers/bench-server.js';
import { compareDeliveries, deliveryTable, type DeliveryOutcome } from './deliveries.js';
import { prepareDataSet, removeWritten } from './workloads/data-set.js';
import { measure, medianOf, type Load, type Measurement } from './measuring/load.js';
import { comparisonTable } from './report/report.js';
import type { Results } from './report/results.js';
import { compareAnswers } from './workloads/same-answers.js';
import { startApi, startBare, type Stage, type Target } from './servers/servers.js';
import { StepProgress } from './report/step-progress.js';
import { compareExports, exportTable } from './exports.js';
import { DELIVERIES, EXPORTS, workloads, type Scene, type Workload } from './workloads/workloads.js';

export interface Schedule {
  readonly rounds: number;
  readonly seconds: number;
}

export interface Plan extends Schedule {
  readonly only: readonly string[];
  readonly factor: number;
  readonly product: string;
}

export interface Contestants {
  readonly bare: Target;
  readonly ours: Target;
}

/** What one workload showed: the medians of all rounds. */
export interface Outcome {
  readonly workload: Workload;
  readonly bare: Measurement;
  readonly ours: Measurement;
}

const WARM_UP_SECONDS = 6;
/** Where one answer takes longer than this, few would come within a round, and most of them late. */
const SLOW_MS = 250;
const slowLoad = { amount: 24, connections: 8 };

/** All workloads that are wanted, bare handlers and API in turn. */
export async function compareAll(server: BenchServer, plan: Plan): Promise<Results> {
  const database = await server.database(plan.factor);
  const { scene, token } = await prepareDataSet(database, plan.product, plan.factor);
  const stage = { database, checkout: plan.product, token };
  const outcomes = await compareRequests(stage, scene, plan);
  const deliveries: DeliveryOutcome[] = [];
  if (plan.only.includes(DELIVERIES)) deliveries.push(...(await compareDeliveries(stage, scene, plan)));
  const exports = plan.only.includes(EXPORTS) ? await compareExports(stage, scene, plan) : undefined;
  return {
    sections: {
      ...(outcomes.length > 0 && { requests: comparisonTable(outcomes) }),
      ...(deliveries.length > 0 && { deliveries: deliveryTable(deliveries) }),
      ...(exports && { exports: exportTable(exports) }),
    },
  };
}

async function compareRequests(stage: Stage, scene: Scene, plan: Plan): Promise<Outcome[]> {
  const wanted = workloads.filter(({ name }) => plan.only.includes(name));
  if (wanted.length === 0) return [];
  const [bare, ours] = [await startBare(stage), await startApi(stage)];
  const progress = new StepProgress('measuring');
  const total = wanted.length * (2 + 2 * plan.rounds);
  const outcomes: Outcome[] = [];
  try {
    for (const workload of wanted) {
      const onRun = (step: string): void => progress.next(`${workload.name} ${step}`, total);
      outcomes.push(await compare(workload, scene, { bare, ours }, plan, onRun));
    }
  } finally {
    progress.end();
    await Promise.all([bare.stop(), ours.stop()]);
  }
  return outcomes;
}

/** Makes sure that both answer the same, and then lets them answer in turn. */
async function compare(
  workload: Workload,
  scene: Scene,
  contestants: Contestants,
  { rounds, seconds }: Schedule,
  onRun: (step: string) => void,
): Promise<Outcome> {
  await workload.prepare?.(contestants.ours.database, scene);
  const quickest = await compareAnswers(workload, scene, contestants.bare, contestants.ours);
  const loadOf = (who: keyof Contestants): Load => ({
    seconds,
    ...(workload.load ?? (quickest[who] > SLOW_MS && slowLoad)),
    request: (random) => workload.request(scene, random),
  });
  const order = ['bare', 'ours'] as const;
  for (const who of order) {
    onRun(`${who}, warming up`);
    await measure(contestants[who], { ...loadOf(who), seconds: WARM_UP_SECONDS });
  }
  const measured: Record<keyof Contestants, Measurement[]> = { bare: [], ours: [] };
  for (let round = 1; round <= rounds; round += 1) {
    for (const who of order) {
      onRun(`${who}, round ${round} of ${rounds}`);
      measured[who].push(await measure(contestants[who], loadOf(who)));
    }
  }
  if (workload.writes) await removeWritten(contestants.ours.database, scene);
  return { workload, bare: medianOf(measured.bare), ours: medianOf(measured.ours) };
}
