import { compareAnswers } from './same-answers.js';
import { CONNECTIONS, measure, medianOf, type Load, type Measurement, type Target } from './load.js';
import { firstWrittenDay, type Scene, type Workload } from './workloads.js';

export interface Schedule {
  readonly rounds: number;
  readonly seconds: number;
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

const WARM_UP_SECONDS = 2;
/** With answers that take longer than this, few would come within a round. */
const SLOW_MS = 150;
const SLOW_AMOUNT = 2 * CONNECTIONS;

/** Makes sure that both answer the same, and then lets them answer in turn. */
export async function compare(
  workload: Workload,
  scene: Scene,
  contestants: Contestants,
  { rounds, seconds }: Schedule,
  onRun: (what: string) => void,
): Promise<Outcome> {
  const slowest = await compareAnswers(workload, scene, contestants.bare, contestants.ours);
  const loadOf = (who: keyof Contestants): Load => ({
    seconds,
    ...(slowest[who] > SLOW_MS && { amount: SLOW_AMOUNT }),
    request: (random) => workload.request(scene, random),
  });
  const order = ['bare', 'ours'] as const;
  for (const who of order) {
    onRun(`${workload.name}, ${who}, warming up`);
    await measure(contestants[who], { ...loadOf(who), seconds: WARM_UP_SECONDS });
  }
  const measured: Record<keyof Contestants, Measurement[]> = { bare: [], ours: [] };
  for (let round = 1; round <= rounds; round += 1) {
    for (const who of order) {
      onRun(`${workload.name}, ${who}, round ${round} of ${rounds}`);
      measured[who].push(await measure(contestants[who], loadOf(who)));
    }
  }
  if (workload.writes) await removeWritten(contestants.ours, scene);
  return { workload, bare: medianOf(measured.bare), ours: medianOf(measured.ours) };
}

/** Runs that `onRun` hears of for each workload. */
export const runsOf = ({ rounds }: Schedule): number => 2 + 2 * rounds;

/** The data set is as it was; the events, which nobody takes here, go too. */
async function removeWritten({ database }: Target, { today }: Scene): Promise<void> {
  const first = firstWrittenDay(today);
  await database.rows('DELETE FROM actual_time WHERE recorded_date >= $1', [first]);
  await database.rows('DELETE FROM planned_time WHERE plan_date >= $1', [first]);
  await database.rows('DELETE FROM outbox_events');
  await database.rows('VACUUM ANALYZE actual_time, planned_time, outbox_events');
}
