import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { barView, lineView, type ProgressView } from '../../src/import/report/progress.js';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded-postgres.js';
import { BenchDatabase } from './bench-database.js';
import { compare, runsOf, type Outcome } from './comparison.js';
import { startContestants } from './contestants.js';
import { prepareDataSet } from './data-set.js';
import { comparisonTable } from './report.js';
import { workloads, type Workload } from './workloads.js';

interface Options {
  readonly only: readonly Workload[];
  readonly rounds: number;
  readonly seconds: number;
  readonly databaseUrl?: string;
  readonly product: string;
}

const progressView = (): ProgressView =>
  process.stderr.isTTY ? barView() : lineView((line) => process.stderr.write(`${line}\n`), 'steps');

async function bench(options: Options): Promise<void> {
  const server = options.databaseUrl
    ? { url: options.databaseUrl, stop: async () => undefined }
    : await startEmbeddedPostgres(join(tmpdir(), 'planning-bench'));
  const database = new BenchDatabase(server.url);
  try {
    await compareAll(database, options);
  } finally {
    await database.close();
    await server.stop();
  }
}

async function compareAll(database: BenchDatabase, options: Options): Promise<void> {
  const { scene, token } = await prepareDataSet(database, options.product, 1, progressView());
  const contestants = await startContestants(database, options.product, token);
  const view = progressView();
  const total = options.only.length * runsOf(options);
  let done = 0;
  const onRun = (step: string): void => view.show({ done: done++, total, step, counts: '', left: '' });
  try {
    const outcomes: Outcome[] = [];
    for (const workload of options.only) {
      outcomes.push(await compare(workload, scene, contestants, options, onRun));
    }
    view.close();
    process.stdout.write(`${comparisonTable(outcomes)}\n`);
  } finally {
    await contestants.stop();
  }
}

function someWorkloads(text: string): readonly Workload[] {
  return text.split(',').map((name) => {
    const found = workloads.find((workload) => workload.name.toLowerCase() === name.trim().toLowerCase());
    if (found) return found;
    throw new InvalidArgumentError(`Choose from ${workloads.map((workload) => workload.name).join(', ')}.`);
  });
}

function count(text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Must be a whole number, 1 or more.');
}

await new Command('bench')
  .description('Measures the API against bare handlers on a large data set.')
  .option('--only <workloads>', 'comma-separated names, such as W4b,W5', someWorkloads, workloads)
  .option('--rounds <number>', 'rounds of each, of which the median counts', count, 3)
  .option('--seconds <number>', 'length of a round', count, 5)
  .addOption(
    new Option(
      '--database-url <url>',
      'an empty database, or one that was filled before; default: the embedded one',
    ).env('DATABASE_URL'),
  )
  .option(
    '--product <directory>',
    'built checkout that is measured',
    (path: string) => resolve(path),
    process.cwd(),
  )
  .action(bench)
  .parseAsync();
