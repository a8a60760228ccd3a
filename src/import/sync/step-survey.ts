import type { Step } from '../mapping/mapping.js';
import { fillTemplate } from '../mapping/template.js';
import { readStepRows, type RowReading, type StepRow } from '../source/step-rows.js';
import { recognitionKey, recognitionsOf } from './wanted-record.js';

export interface StepSurvey {
  readonly rows: number;
  /** The last of several rows of a record counts. */
  readonly lastRowOf: ReadonlyMap<string, number>;
}

/** Also finds invalid CSV before anything is sent. */
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

export function identityOf(step: Step, row: StepRow): string | undefined {
  if (row.fault !== undefined) return undefined;
  const parent = step.parent ? fillTemplate(step.parent.key, row.columns) : '';
  const [identity] = recognitionsOf(step, row.columns);
  if (identity) return `${parent} ${recognitionKey(identity, '')}`;
  const day = step.members['plan_date']?.value;
  return day?.kind === 'date' && step.resource === 'planned_time'
    ? `${parent} ${fillTemplate(day.template, row.columns)}`
    : undefined;
}
