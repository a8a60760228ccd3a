import { readCsvHeader } from './csv-rows.js';
import { ImportFault } from '../import-fault.js';
import type { Mapping, MappingPath, PlacedTemplate, Step } from '../mapping/mapping.js';
import type { MappingFault } from '../mapping/mapping-node.js';

/** Files and columns of the mapping that the export lacks. */
export async function findColumnFaults(mapping: Mapping, folder: string): Promise<MappingFault[]> {
  const faults: MappingFault[] = [];
  for (const step of mapping.steps) faults.push(...(await findStepFaults(step, folder)));
  return faults;
}

async function findStepFaults(step: Step, folder: string): Promise<MappingFault[]> {
  const faults: MappingFault[] = [];
  const { source } = step;
  const header =
    source.file === undefined ? [] : await readHeader(step, source.file, folder, source.path, faults);
  if (!header) return faults;
  const columns = new Set([...header, ...source.records.flatMap((record) => Object.keys(record.columns))]);
  for (const rule of step.columns) {
    if (rule.lookup) faults.push(...(await findLookupFaults(step, rule.lookup, folder)));
    // A rule sees the file's columns and those of earlier rules.
    faults.push(...findUnknown(rule.templates, columns, source.file));
    columns.add(rule.name);
  }
  return [...faults, ...findUnknown(step.templates, columns, source.file)];
}

async function findLookupFaults(
  step: Step,
  lookup: NonNullable<Step['columns'][number]['lookup']>,
  folder: string,
): Promise<MappingFault[]> {
  const faults: MappingFault[] = [];
  const header = await readHeader(step, lookup.file, folder, lookup.path, faults);
  for (const key of ['key', 'column'] as const) {
    if (header && !header.includes(lookup[key])) {
      faults.push(unknownColumn([...lookup.path, key], lookup[key], header, lookup.file));
    }
  }
  return faults;
}

async function readHeader(
  step: Step,
  file: string,
  folder: string,
  path: MappingPath,
  faults: MappingFault[],
) {
  try {
    return await readCsvHeader({ ...step.source, folder, file });
  } catch (error) {
    if (!(error instanceof ImportFault)) throw error;
    faults.push({ path, message: `cannot be read: ${error.message}` });
    return undefined;
  }
}

function findUnknown(
  templates: readonly PlacedTemplate[],
  columns: ReadonlySet<string>,
  file: string | undefined,
): MappingFault[] {
  return templates.flatMap(({ template, path }) =>
    template.columns
      .filter((column) => !columns.has(column))
      .map((column) => unknownColumn(path, column, [...columns], file)),
  );
}

function unknownColumn(
  path: MappingPath,
  column: string,
  known: readonly string[],
  file = 'the records',
): MappingFault {
  return { path, message: `uses the unknown column "${column}" (${file}: ${known.join(', ')})` };
}
