import { writeDuration } from '../duration.js';
import { writeAbsent, type AbsentRecords } from './absence.js';
import type { Counts, Tally } from './tally.js';

export interface Summary {
  readonly mapping: string;
  readonly url: string;
  readonly finished: boolean;
  /** Everything was tried and taken back. */
  readonly validated_only: boolean;
  readonly stopped_because?: string;
  readonly seconds: number;
  readonly totals: Counts;
  readonly steps: readonly { readonly name: string; readonly counts: Counts }[];
  readonly refusals: Tally['refusals'];
  readonly notes: Tally['notes'];
  /** Only for a complete import, which leaves these records unchanged. */
  readonly not_in_file: readonly AbsentRecords[];
}

const refusalsShown = 50;

export function writeSummary(summary: Summary): string {
  const ending = summary.finished ? 'done' : 'stopped';
  return [
    `Import of ${summary.mapping} into ${summary.url}: ${ending} after ${writeDuration(summary.seconds)}.`,
    ...(summary.validated_only ? ['Validated only: nothing was written; the table says what would be.'] : []),
    '',
    ...writeTable(summary),
    ...writeRefusals(summary),
    ...writeNotes(summary),
    ...writeAbsent(summary.not_in_file),
    ...(summary.finished || summary.validated_only
      ? []
      : ['', 'What is done is done: start the same import again to go on.']),
  ].join('\n');
}

function writeTable(summary: Summary): string[] {
  const columns: (keyof Counts)[] = ['read', 'created', 'updated', 'unchanged', 'refused'];
  for (const rare of ['superseded', 'not_checked'] as const) if (summary.totals[rare] > 0) columns.push(rare);
  const rows = [...summary.steps, { name: 'total', counts: summary.totals }];
  const width = Math.max(...rows.map(({ name }) => name.length), 4);
  return [
    ['step'.padEnd(width), ...columns].join('  '),
    ...rows.map(({ name, counts }) =>
      [name.padEnd(width), ...columns.map((column) => String(counts[column]).padStart(column.length))].join(
        '  ',
      ),
    ),
  ];
}

function writeRefusals({ refusals }: Summary): string[] {
  if (refusals.length === 0) return [];
  const shown = refusals.slice(0, refusalsShown);
  const hidden = refusals.length - shown.length;
  return [
    '',
    `Refused (${refusals.length}):`,
    ...shown.map(({ file, line, step, reason }) => `  ${file}:${line} (${step}) ${reason}`),
    ...(hidden > 0 ? [`  and ${hidden} more: --json shows all`] : []),
  ];
}

function writeNotes({ notes }: Summary): string[] {
  if (notes.length === 0) return [];
  return [
    '',
    'Notes:',
    ...notes.map(({ step, text, count, places }) => {
      const more = count > places.length ? ', ...' : '';
      return `  ${step}: ${text} (${count} ${count === 1 ? 'row' : 'rows'}: ${places.join(', ')}${more})`;
    }),
  ];
}
