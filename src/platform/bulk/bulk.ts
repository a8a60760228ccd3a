import { BusinessError, invalid } from '../errors/index.js';

export type BulkMode = 'atomic' | 'each';

/** Entries whose members are not valid are their refusals. */
export interface Bulk<Entry> {
  readonly mode: BulkMode;
  readonly entries: readonly (Entry | BusinessError)[];
}

export interface Written<Body> {
  readonly isNew: boolean;
  readonly body: Body;
}

export class BulkOutcome<Body> {
  constructor(
    readonly mode: BulkMode,
    readonly results: readonly (Written<Body> | BusinessError)[],
  ) {}
}

type Faults = Readonly<Record<string, readonly string[]>>;

export function invalidEntry(index: number, faults: Faults): BusinessError {
  const named = Object.entries(faults).map(([name, messages]) => [`entries[${index}].${name}`, messages]);
  return invalid(Object.fromEntries(named) as Faults);
}

/** Passes on what is refused already. */
export function unlessRefused<Entry, Result>(
  entry: Entry | BusinessError,
  judge: (entry: Entry) => Result,
): Result | BusinessError {
  if (entry instanceof BusinessError) return entry;
  try {
    return judge(entry);
  } catch (error) {
    if (error instanceof BusinessError) return error;
    throw error;
  }
}

/** @throws BusinessError the first refusal, with its place, where all or nothing is wanted */
export function noneMustBeRefused(mode: BulkMode, entries: readonly unknown[]): void {
  if (mode === 'each') return;
  const index = entries.findIndex((entry) => entry instanceof BusinessError);
  if (index < 0) return;
  throw Object.assign(entries[index] as BusinessError, { operation: { index } });
}

/** @param ids in the order of the entries; undefined: none, or refused @throws BusinessError 400 */
export function idsMustDiffer(ids: readonly (string | undefined)[]): void {
  const seen = new Set<string>();
  const faults: [string, string[]][] = [];
  for (const [index, id] of ids.entries()) {
    if (id === undefined) continue;
    if (seen.has(id)) faults.push([`entries[${index}].id`, ['must not repeat the record of another entry']]);
    seen.add(id);
  }
  if (faults.length > 0) throw invalid(Object.fromEntries(faults));
}
