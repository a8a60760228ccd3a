import type { Outcome } from '../comparison.js';
import { tellsUsage } from '../servers/process-usage.js';
import type { Measurement } from '../measuring/load.js';

/** A number with three digits that count. */
export const brief = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map((_, column) => (column < 2 ? '---' : '--:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

/** Bare handler and API side by side, in one cell. */
const pair = ({ bare, ours }: Outcome, figure: keyof Measurement): string =>
  `${brief(bare[figure])} / ${brief(ours[figure])}`;

/** On a machine with other things to do it says more than the requests per second. */
const cpuOf = ({ serverCpuMs, databaseCpuMs }: Measurement): number => serverCpuMs + databaseCpuMs;

const usageOf = (outcome: Outcome): string[] => [
  pair(outcome, 'serverCpuMs'),
  pair(outcome, 'databaseCpuMs'),
  (cpuOf(outcome.bare) / cpuOf(outcome.ours)).toFixed(2),
  pair(outcome, 'residentMib'),
];

/** The outcomes as a table; in each cell with two numbers the first is the bare handler's. */
export function comparisonTable(outcomes: readonly Outcome[]): string {
  const head = ['', 'Work', 'Requests/s', 'Ratio', 'Must reach', '', 'p50 ms', 'p99 ms'];
  const usageHead = ['CPU ms/request', 'in PostgreSQL', 'Ratio of both', 'Resident MiB'];
  return table(
    [...head, ...(tellsUsage ? usageHead : [])],
    outcomes.map((outcome) => {
      const { name, title, target, shareOf } = outcome.workload;
      const ratio = ratioOf(outcome, outcomes);
      return [
        name,
        shareOf ? `${title} (ratio: of ${shareOf})` : title,
        pair(outcome, 'perSecond'),
        ratio === undefined ? '' : ratio.toFixed(2),
        String(target),
        ratio === undefined ? '' : ratio >= target ? 'yes' : 'no',
        pair(outcome, 'p50'),
        pair(outcome, 'p99'),
        ...(tellsUsage ? usageOf(outcome) : []),
      ];
    }),
  );
}

/** The API's requests per second as a share of the bare handler's, or of its own in another workload if that was measured. */
function ratioOf({ workload, bare, ours }: Outcome, outcomes: readonly Outcome[]): number | undefined {
  if (workload.shareOf === undefined) return ours.perSecond / bare.perSecond;
  const whole = outcomes.find((other) => other.workload.name === workload.shareOf);
  return whole && ((workload.operations ?? 1) * ours.perSecond) / whole.ours.perSecond;
}
