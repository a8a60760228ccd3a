import { Command, InvalidArgumentError, Option } from 'commander';
import { ImportFault } from './import-fault.js';
import { runImport } from './run-import.js';
import { MappingFaults } from './mapping/mapping.reader.js';
import { barView, lineView, silentView, type ProgressView } from './report/progress.js';
import { writeSummary, type Summary } from './report/summary.js';

interface Options {
  readonly mapping: string;
  readonly url: string;
  readonly token?: string;
  readonly concurrency: number;
  readonly patience: number;
  readonly validateOnly?: true;
  readonly prune?: 'report' | 'none';
  readonly json?: true;
  readonly quiet?: true;
}

const exitCodes = `
Exit codes: 0 all rows are in; 1 some rows were refused; 2 the import could not run or go on; 130 stopped with Ctrl-C.
It can be started again at any time: rows that are in already are recognised and left alone.`;

export function importCommand(): Command {
  return new Command('import')
    .description(
      'Read the CSV export of a CRM, an HR system or a time tracker, and create or update its records through the API',
    )
    .argument('<folder>', 'folder with the CSV files')
    .requiredOption(
      '--mapping <file>',
      'which column becomes what, such as src/import/mappings/maven-crm.yaml (also there: oracle-hr, harvest, toggl)',
    )
    .addOption(
      new Option('--url <address>', 'address of the API')
        .env('PLANNING_API_URL')
        .default('http://127.0.0.1:3000'),
    )
    .addOption(
      new Option('--token <token>', 'access token that may read and write').env('PLANNING_API_TOKEN'),
    )
    .option('--concurrency <n>', 'requests under way at a time, 1 to 32', integerBetween(1, 32), 4)
    .option(
      '--patience <seconds>',
      'how long to wait for an API that is away, 0 to 86400',
      integerBetween(0, 86_400),
      900,
    )
    .option(
      '--validate-only',
      'try everything, write nothing: say what would be created, updated and refused, and what cannot be checked before it is',
    )
    .addOption(
      new Option(
        '--prune <how>',
        'report: name what is no longer in the files, also planned and recorded time of the days in them; none: name nothing, and read only ' +
          'the records that the files speak of, for files that hold only what changed; without it: name it, but no time',
      ).choices(['report', 'none']),
    )
    .option('--json', 'print the summary as JSON')
    .option('--quiet', 'show no progress; that the API is away is still said')
    .addHelpText('after', exitCodes)
    .action(async (folder: string, options: Options) => {
      process.exitCode = await execute(folder, options);
    });
}

function integerBetween(least: number, most: number) {
  return (text: string): number => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`Must be a whole number, ${least} to ${most}.`);
  };
}

async function execute(folder: string, options: Options): Promise<number> {
  const token = options.token?.trim();
  if (!token) {
    process.stderr.write('An access token is needed: pass --token or set PLANNING_API_TOKEN.\n');
    return 2;
  }
  const stop = new AbortController();
  let stopAskedAt = Infinity;
  const onInterrupt = () => {
    // A second Ctrl-C exits at once; one right after the first is npm passing it on.
    if (performance.now() - stopAskedAt > 1000) process.exit(130);
    stopAskedAt = Math.min(stopAskedAt, performance.now());
    stop.abort();
  };
  process.on('SIGINT', onInterrupt).on('SIGTERM', onInterrupt);
  try {
    const { mapping: mappingPath, url, concurrency, patience, prune } = options;
    const summary = await runImport({
      folder,
      mappingPath,
      url,
      token,
      concurrency,
      patienceMs: patience * 1000,
      validateOnly: options.validateOnly ?? false,
      ...(prune && { prune }),
      view: chooseView(options),
      stop: stop.signal,
    });
    report(summary, options);
    return exitCodeOf(summary, stop.signal.aborted);
  } catch (error) {
    if (!(error instanceof ImportFault || error instanceof MappingFaults)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 2;
  } finally {
    process.off('SIGINT', onInterrupt).off('SIGTERM', onInterrupt);
  }
}

function chooseView(options: Options): ProgressView {
  const write = (line: string) => void process.stderr.write(`${line}\n`);
  if (options.quiet) return { ...silentView, say: write };
  return process.stderr.isTTY ? barView() : lineView(write);
}

function report(summary: Summary, options: Options): void {
  if (summary.stopped_because !== undefined) process.stderr.write(`${summary.stopped_because}\n`);
  if (options.json) process.stdout.write(`${JSON.stringify(summary, null, 2)}\n`);
  else if (summary.finished || summary.totals.read > 0) process.stdout.write(`${writeSummary(summary)}\n`);
}

function exitCodeOf(summary: Summary, wasInterrupted: boolean): number {
  if (!summary.finished) return wasInterrupted ? 130 : 2;
  return summary.totals.refused > 0 ? 1 : 0;
}
