import { createHash } from 'node:crypto';
import type { ColumnRule, Source, Step } from '../mapping/mapping.js';
import { fillTemplate } from '../mapping/template.js';
import { readCsvRows } from './csv-rows.js';
import type { LookupTables } from './lookup-tables.js';

export interface StepRow {
  readonly file: string;
  readonly line: number;
  readonly columns: Readonly<Record<string, string>>;
  readonly fault?: string;
  /** Skipped by `distinct` or `skip_when_empty`. */
  readonly isPassedOver?: boolean;
}

export interface RowReading {
  readonly folder: string;
  readonly mappingFile: string;
  readonly lookups: LookupTables;
}

/** The file's rows, then the mapping's own records. */
export async function* readStepRows(step: Step, reading: RowReading): AsyncGenerator<StepRow> {
  const seen = new Set<string>();
  const digests = new Map<string, number>();
  for await (const row of readSourceRows(step.source, reading)) {
    const columns = cleanColumns(row.columns, step.columns, reading.lookups, digests);
    yield { ...row, columns, isPassedOver: !isTaken(step, columns, seen) };
  }
}

function isTaken(step: Step, columns: StepRow['columns'], seen: Set<string>): boolean {
  if (step.skipWhenEmpty && fillTemplate(step.skipWhenEmpty, columns) === '') return false;
  if (!step.distinct) return true;
  const value = fillTemplate(step.distinct, columns);
  if (value === '' || seen.has(value)) return false;
  seen.add(value);
  return true;
}

async function* readSourceRows(source: Source, reading: RowReading): AsyncGenerator<StepRow> {
  if (source.file !== undefined) yield* readFileRows(source, source.file, reading.folder);
  for (const record of source.records) yield { file: reading.mappingFile, ...record };
}

async function* readFileRows(source: Source, file: string, folder: string): AsyncGenerator<StepRow> {
  let header: readonly string[] | undefined;
  for await (const { line, cells } of readCsvRows({ ...source, file, folder })) {
    if (!header) {
      header = cells;
      continue;
    }
    const columns = Object.fromEntries(header.map((column, index) => [column, cells[index] ?? '']));
    const fits = cells.length === header.length;
    const fault = `has ${cells.length} columns, but the header has ${header.length}`;
    yield fits ? { file, line, columns } : { file, line, columns, fault };
  }
}

function cleanColumns(
  raw: Readonly<Record<string, string>>,
  rules: readonly ColumnRule[],
  lookups: LookupTables,
  digests: Map<string, number>,
): Record<string, string> {
  const columns = { ...raw };
  for (const rule of rules) {
    const filled = fillTemplate(rule.from, columns);
    const found = rule.lookup ? lookups.find(rule.lookup, filled) : filled;
    const replaced = rule.values.get(found) ?? found;
    const cleaned = rule.isDigest && replaced !== '' ? digestOf(replaced, digests) : replaced;
    columns[rule.name] = cleaned === '' && rule.whenEmpty ? fillTemplate(rule.whenEmpty, columns) : cleaned;
  }
  return columns;
}

const digestLength = 22;

function digestOf(text: string, digests: Map<string, number>): string {
  const digest = createHash('sha256').update(text).digest('base64url').slice(0, digestLength);
  const ordinal = (digests.get(digest) ?? 0) + 1;
  digests.set(digest, ordinal);
  return ordinal === 1 ? digest : `${digest}.${ordinal}`;
}
