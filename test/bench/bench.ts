import { Command, InvalidArgumentError, Option } from 'commander';
import { resolve } from 'node:path';
import { BenchServer } from './servers/bench-server.js';
import { compareAll } from './comparison.js';
import { runGrowth } from './growth.js';
import { describeMachine } from './report/machine.js';
import { runMemory } from './memory.js';
import { runPages } from './pages.js';
import { keepResults, type Results } from './report/results.js';
import { allNames } from './workloads/workloads.js';

interface Options {
  readonly only: readonly string[];
  readonly rounds: number;
  readonly seconds: number;
  readonly factor: number;
  readonly growth?: true;
  readonly growthFactors: readonly number[];
  readonly memory?: true;
  readonly pages?: true;
  readonly requests: number;
  readonly databaseUrl?: string;
  readonly product: string;
  readonly write?: true;
}

async function bench(options: Options, command: Command): Promise<void> {
  if (options.write && options.only.length < allNames.length)
    command.error('A table is written as a whole: leave out --only, or --write.');
  const server = await BenchServer.open(options.databaseUrl);
  try {
    const machine = await describeMachine(server, options.product);
    process.stdout.write(`${machine}\n\n`);
    const results = await measured(server, options);
    for (const text of Object.values(results.sections)) process.stdout.write(`${text}\n\n`);
    if (options.write) await keepResults(sectionsOf(results, machine, options), results.files);
  } finally {
    await server.close();
  }
}

function measured(server: BenchServer, options: Options): Promise<Results> {
  if (options.growth) return runGrowth(server, options);
  if (options.memory) return runMemory(server, options);
  if (options.pages) return runPages(server, options);
  return compareAll(server, options);
}

/** What is measured apart from the tables says itself on what. */
function sectionsOf({ sections }: Results, machine: string, { growth, memory, pages }: Options) {
  if (!growth && !memory && !pages) return { machine, ...sections };
  return Object.fromEntries(Object.entries(sections).map(([name, text]) => [name, `${machine}\n\n${text}`]));
}

function someNames(text: string): readonly string[] {
  return text.split(',').map((name) => {
    const found = allNames.find((known) => known.toLowerCase() === name.trim().toLowerCase());
    if (found) return found;
    throw new InvalidArgumentError(`Choose from ${allNames.join(', ')}.`);
  });
}

function count(text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Must be a whole number, 1 or more.');
}

function factor(text: string): number {
  if (Number(text) >= 0.01 && Number(text) <= 100) return Number(text);
  throw new InvalidArgumentError('Must be a number from 0.01 to 100.');
}

const factors = (text: string): number[] => text.split(',').map(factor);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

await new Command('bench')
  .description('Measures the API against bare handlers on a large data set.')
  .option('--only <workloads>', 'comma-separated names, such as W4b,W5', someNames, allNames)
  .option('--rounds <number>', 'rounds of each, of which the median counts', count, 3)
  .option('--seconds <number>', 'length of a round', count, 5)
  .option('--factor <number>', 'so many times the rows, for a try', factor, 1)
  .option('--growth', 'how the cost of W1 to W7 grows with the tables')
  .option('--growth-factors <numbers>', 'comma-separated sizes to compare', factors, [0.1, 1, 10])
  .option('--memory', 'resident size under W2 and over a long series of requests')
  .option('--pages', 'weights and times of the web application, in Chromium')
  .option('--requests <number>', 'length of that series', count, 500_000)
  .addOption(
    new Option(
      '--database-url <url>',
      'an empty database, or one that was filled before; default: the embedded one',
    ).env('DATABASE_URL'),
  )
  .option('--product <directory>', 'built checkout that is measured', (path) => resolve(path), process.cwd())
  .option('--write', 'put the results into the README of the bench')
  .action(bench)
  .parseAsync();
