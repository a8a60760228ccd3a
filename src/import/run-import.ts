import { readFile } from 'node:fs/promises';
import { ApiClient } from './api/api.client.js';
import { RequestGate } from './api/request-gate.js';
import { ImportFault, ImportStopped } from './import-fault.js';
import { findColumnFaults } from './source/column.rules.js';
import { MappingFaults, readMapping } from './mapping/mapping.reader.js';
import type { Mapping } from './mapping/mapping.js';
import { Progress, type ProgressView } from './report/progress.js';
import type { Summary } from './report/summary.js';
import { Tally } from './report/tally.js';
import { LookupTables } from './source/lookup-tables.js';
import { FilePresence } from './sync/file-presence.js';
import { RecordIndexes } from './sync/record-indexes.js';
import { References } from './sync/references.js';
import type { StepContext } from './steps/step-context.js';
import { StepRunner } from './steps/step-runner.js';
import { surveyStep, type StepSurvey } from './sync/step-survey.js';

export interface ImportOptions {
  readonly folder: string;
  readonly mappingPath: string;
  readonly url: string;
  readonly token: string;
  readonly concurrency: number;
  /** Milliseconds. */
  readonly patienceMs?: number;
  readonly validateOnly?: boolean;
  readonly prune?: StepContext['prune'];
  readonly view: ProgressView;
  readonly stop: AbortSignal;
}

/** @throws ImportFault or MappingFaults before the start; then always resolves to a summary */
export async function runImport(options: ImportOptions): Promise<Summary> {
  const mapping = await loadMapping(options.mappingPath, options.folder);
  const lookups = await LookupTables.load(mapping, options.folder);
  const reading = { folder: options.folder, mappingFile: mapping.file, lookups };
  const surveys: StepSurvey[] = [];
  for (const step of mapping.steps) surveys.push(await surveyStep(step, reading));
  const tally = new Tally();
  const progress = new Progress(tally, options.view);
  const fault = new AbortController();
  const stop = AbortSignal.any([options.stop, fault.signal]);
  const client = new ApiClient(options, new RequestGate(stop, progress));
  const presence = new FilePresence();
  const { concurrency, prune, validateOnly = false } = options;
  const context: StepContext = {
    client,
    reading,
    references: new References(mapping),
    indexes: new RecordIndexes(client, mapping, prune !== 'none'),
    presence,
    tally,
    progress,
    concurrency,
    validateOnly,
    prune,
    stop,
    giveUp: () => fault.abort(),
  };
  const begun = performance.now();
  progress.begin(surveys.reduce((sum, survey) => sum + survey.rows, 0));
  const stopped = await runSteps(mapping, surveys, context).finally(() => progress.end());
  return {
    mapping: mapping.name,
    url: options.url,
    finished: stopped === undefined,
    ...(stopped === undefined ? {} : { stopped_because: stopped }),
    validated_only: validateOnly,
    seconds: (performance.now() - begun) / 1000,
    totals: tally.totals,
    steps: tally.steps,
    refusals: tally.refusals,
    notes: tally.notes,
    not_in_file: stopped === undefined ? presence.findAbsent() : [],
  };
}

async function loadMapping(path: string, folder: string): Promise<Mapping> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new ImportFault(`The mapping file ${path} cannot be read.`);
  });
  const { mapping, describe } = readMapping(path, text);
  const faults = await findColumnFaults(mapping, folder);
  if (faults.length > 0) throw new MappingFaults(mapping.file, faults.map(describe));
  return mapping;
}

/** @returns why the import ended early, if it did */
async function runSteps(
  mapping: Mapping,
  surveys: readonly StepSurvey[],
  context: StepContext,
): Promise<string | undefined> {
  try {
    for (const [index, step] of mapping.steps.entries()) {
      const survey = surveys[index];
      if (survey) await new StepRunner(step, survey, context).run();
    }
    return undefined;
  } catch (error) {
    if (error instanceof ImportStopped) return 'Stopped on request.';
    if (error instanceof ImportFault) return error.message;
    throw error;
  }
}
