import { get } from 'node:http';
import { addDays } from '../../src/platform/values/calendar/calendar-date.js';
import type { Schedule } from './comparison.js';
import { spentSince } from './measuring/load.js';
import { cpuSecondsOf, residentMibOf } from './servers/process-usage.js';
import { brief, table } from './report/report.js';
import { startApi, startBare, type Stage, type Target } from './servers/servers.js';
import { median } from './measuring/statistics.js';
import { StepProgress } from './report/step-progress.js';
import { EXPORTS, type Scene } from './workloads/workloads.js';

const TARGET = 0.5;
/** Of these there are a million rows at the usual size. */
const DAYS = 140;
const SAMPLE_MS = 100;
const NEWLINE = '\n'.charCodeAt(0);

interface Exported {
  readonly rowsPerSecond: number;
  /** Processor time for a thousand rows. */
  readonly serverCpuMs: number;
  readonly databaseCpuMs: number;
  /** How far the resident size rose above its beginning. */
  readonly grownMib: number;
}

export interface ExportOutcome {
  readonly rows: number;
  readonly bare: Exported;
  readonly ours: Exported;
}

/** All rows of some months: as NDJSON by the API, by `COPY TO` through a bare handler. */
export async function compareExports(
  stage: Stage,
  scene: Scene,
  { rounds }: Schedule,
): Promise<ExportOutcome> {
  const [bare, ours] = [await startBare(stage), await startApi(stage)];
  const contestants = { bare, ours };
  const [first, last] = [addDays(scene.today, 1 - DAYS), scene.today];
  const path = `/v1/actual-time?start_date=${first}&end_date=${last}`;
  const measured = { bare: [] as Exported[], ours: [] as Exported[] };
  const progress = new StepProgress('exporting');
  let rows = 0;
  try {
    for (const who of ['bare', 'ours'] as const) {
      progress.next(`${EXPORTS} ${who}, warming up`, 2 + 2 * rounds);
      const lines = await read(contestants[who], path, linesOf);
      if (rows > 0 && lines !== rows) throw new Error(`The exports have ${rows} and ${lines} rows.`);
      rows = lines;
    }
    for (let round = 1; round <= rounds; round += 1) {
      for (const who of ['bare', 'ours'] as const) {
        progress.next(`${EXPORTS} ${who}, round ${round} of ${rounds}`, 2 + 2 * rounds);
        measured[who].push(await measureExport(contestants[who], path, rows));
      }
    }
  } finally {
    progress.end();
    await Promise.all([bare.stop(), ours.stop()]);
  }
  return { rows, bare: medianOf(measured.bare), ours: medianOf(measured.ours) };
}

async function measureExport(target: Target, path: string, rows: number): Promise<Exported> {
  const { pid, database } = target;
  const before = { server: cpuSecondsOf(pid), database: await database.cpuSeconds() };
  const start = residentMibOf(pid);
  let highest = start;
  const sampling = setInterval(() => (highest = Math.max(highest, residentMibOf(pid))), SAMPLE_MS);
  const began = performance.now();
  try {
    await read(target, path, (chunk) => chunk.length);
    const seconds = (performance.now() - began) / 1000;
    const thousands = rows / 1000;
    return {
      rowsPerSecond: rows / seconds,
      serverCpuMs: ((cpuSecondsOf(pid) - before.server) * 1000) / thousands,
      databaseCpuMs: (spentSince(before.database, await database.cpuSeconds()) * 1000) / thousands,
      grownMib: highest - start,
    };
  } finally {
    clearInterval(sampling);
  }
}

/** @returns the sum of what was counted in each chunk */
function read({ url, token }: Target, path: string, count: (chunk: Buffer) => number): Promise<number> {
  const headers = { 'X-API-KEY': token, Accept: 'application/x-ndjson' };
  return new Promise((resolve, reject) => {
    const request = get(url + path, { headers, agent: false }, (response) => {
      let sum = 0;
      if (response.statusCode !== 200) reject(new Error(`${path} is answered with ${response.statusCode}.`));
      response.on('data', (chunk: Buffer) => (sum += count(chunk)));
      response.on('end', () => resolve(sum));
      response.on('error', reject);
    });
    request.on('error', reject);
  });
}

function linesOf(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) lines += 1;
  return lines;
}

function medianOf(rounds: readonly Exported[]): Exported {
  const of = (figure: keyof Exported): number => median(rounds.map((round) => round[figure]));
  return {
    rowsPerSecond: of('rowsPerSecond'),
    serverCpuMs: of('serverCpuMs'),
    databaseCpuMs: of('databaseCpuMs'),
    grownMib: of('grownMib'),
  };
}

export function exportTable({ rows, bare, ours }: ExportOutcome): string {
  const pair = (figure: keyof Exported): string => `${brief(bare[figure])} / ${brief(ours[figure])}`;
  const ratio = ours.rowsPerSecond / bare.rowsPerSecond;
  const cpuOf = ({ serverCpuMs, databaseCpuMs }: Exported): number => serverCpuMs + databaseCpuMs;
  const head = ['', 'Export', 'Rows/s', 'Ratio', 'Must reach', '', 'CPU ms/1,000 rows'];
  return table(
    [...head, 'in PostgreSQL', 'Ratio of both', 'Memory grown by MiB'],
    [
      [
        EXPORTS,
        `${brief(rows)} rows of actual time as NDJSON`,
        pair('rowsPerSecond'),
        ratio.toFixed(2),
        String(TARGET),
        ratio >= TARGET ? 'yes' : 'no',
        pair('serverCpuMs'),
        pair('databaseCpuMs'),
        (cpuOf(bare) / cpuOf(ours)).toFixed(2),
        pair('grownMib'),
      ],
    ],
  );
}
