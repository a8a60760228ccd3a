import type { BenchServer } from './servers/bench-server.js';
import type { Schedule } from './comparison.js';
import { prepareDataSet, removeWritten, sizeOf } from './workloads/data-set.js';
import { growthPlot, type GrowthLine } from './report/growth-plot.js';
import { measure, medianOf } from './measuring/load.js';
import { tellsUsage } from './servers/process-usage.js';
import { brief, table } from './report/report.js';
import type { Results } from './report/results.js';
import { startApi } from './servers/servers.js';
import { StepProgress } from './report/step-progress.js';
import { workloads, type Scene } from './workloads/workloads.js';

interface Plan extends Schedule {
  readonly only: readonly string[];
  readonly growthFactors: readonly number[];
  readonly product: string;
}

/** So much may noise add before it counts as growth. */
const TOLERANCE = 1.2;
const PLOT = 'growth.svg';

/** What a request costs, on tables of several sizes. */
export async function runGrowth(server: BenchServer, plan: Plan): Promise<Results> {
  const factors = [...plan.growthFactors].sort((one, other) => one - other);
  const lines: GrowthLine[] = workloads
    .filter(({ name }) => plan.only.includes(name))
    .map(({ name }) => ({ name, points: [] }));
  for (const factor of factors) {
    for (const [name, point] of await costsAt(server, factor, plan)) {
      lines.find((line) => line.name === name)?.points.push(point);
    }
  }
  const growth = `${growthTable(lines)}\n\n![What a request costs, by rows of actual time](${PLOT})`;
  const unit = tellsUsage ? 'processor time, ms' : 'time at full load, ms';
  return { sections: { growth }, files: { [PLOT]: growthPlot(lines, `a request: ${unit}`) } };
}

async function costsAt(server: BenchServer, factor: number, plan: Plan) {
  const database = await server.database(factor);
  const { scene: whole, token } = await prepareDataSet(database, plan.product, factor);
  // As many at every size: whether their pages are at hand is a matter of the memory, not of the work.
  const scene = { ...whole, askedProjects: sizeOf(Math.min(...plan.growthFactors)).projects };
  const api = await startApi({ database, checkout: plan.product, token });
  const wanted = workloads.filter(({ name }) => plan.only.includes(name));
  const progress = new StepProgress(`with ${brief(rowsOf(scene))} rows`);
  const costs = new Map<string, { rows: number; ms: number }>();
  try {
    for (const workload of wanted) {
      const request = workload.request.bind(undefined, scene);
      const rounds = [];
      for (let round = 0; round <= plan.rounds; round += 1) {
        progress.next(`${workload.name}, round ${round}`, wanted.length * (plan.rounds + 1));
        rounds.push(await measure(api, { seconds: plan.seconds, ...workload.load, request }));
      }
      if (workload.writes) await removeWritten(database, scene);
      // The first one warms up.
      const { perSecond, serverCpuMs, databaseCpuMs } = medianOf(rounds.slice(1));
      const ms = tellsUsage ? serverCpuMs + databaseCpuMs : 1000 / perSecond;
      costs.set(workload.name, { rows: rowsOf(scene), ms });
    }
  } finally {
    progress.end();
    await api.stop();
  }
  return costs;
}

/** Of actual time, the largest table. */
const rowsOf = ({ size }: Scene): number =>
  size.projects * size.offeringsPerProject * size.rolesPerOffering * size.actualDaysPerRole;

function growthTable(lines: readonly GrowthLine[]): string {
  const rows = lines[0]?.points.map((point) => point.rows) ?? [];
  const head = ['', 'Work', ...rows.map((count) => `ms at ${brief(count)} rows`)];
  return table(
    [...head, 'Grew by', 'The logarithm', 'Faster than it'],
    lines.map(({ name, points }) => {
      const [first, last] = [points[0], points.at(-1)];
      const grew = (last?.ms ?? NaN) / (first?.ms ?? NaN);
      const logarithm = Math.log(last?.rows ?? NaN) / Math.log(first?.rows ?? NaN);
      const title = workloads.find((workload) => workload.name === name)?.title ?? '';
      return [
        name,
        title,
        ...points.map(({ ms }) => brief(ms)),
        grew.toFixed(2),
        logarithm.toFixed(2),
        grew > logarithm * TOLERANCE ? 'yes' : 'no',
      ];
    }),
  );
}
