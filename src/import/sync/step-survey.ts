import type { Step } from '../mapping/mapping.js';
import { fillTemplate } from '../mapping/template.js';
import { readStepRows, type RowReading, type StepRow } from '../source/step-rows.js';
import { recognitionKey, recognitionsOf } from './wanted-record.js';

/** What is known of a step before anything is sent: the rows to come, and which of them repeat a record. */
export interface StepSurvey {
  readonly rows: number;
  /** For records with several rows, the number of the last one, which counts. */
  readonly lastRowOf: ReadonlyMap<string, number>;
}

/** Also finds a file that is no valid CSV while there is still nothing to stop in the middle of. */
export async function surveyStep(step: Step, reading: RowReading): Promise<StepSurvey> {
  const seen = new Set<string>();
  const lastRowOf = new Map<string, number>();
  let rows = 0;
  for await (const row of readStepRows(step, reading)) {
    if (row.isPassedOver) continue;
    rows += 1;
    const key = identityOf(step, row);
    if (key === undefined) continue;
    if (seen.has(key)) lastRowOf.set(key, rows);
    seen.add(key);
  }
  return { rows, lastRowOf };
}

/** Equal for two rows of a step that speak of the same record. */
export function identityOf(step: Step, row: StepRow): string | undefined {
  const [identity] = row.fault === undefined ? recognitionsOf(step, row.columns) : [];
  const parent = step.parent ? fillTemplate(step.parent.key, row.columns) : '';
  return identity && `${parent} ${recognitionKey(identity)}`;
}
