import { isDeepStrictEqual } from 'node:util';

/** The members of `patch` that are present and differ from what stands now. */
export function changesIn<Patch extends object>(current: object, patch: Patch): Partial<Patch> {
  const before = current as Record<string, unknown>;
  const changed = Object.entries(patch).filter(
    ([member, value]) => value !== undefined && !isDeepStrictEqual(before[member], plain(value)),
  );
  return Object.fromEntries(changed) as Partial<Patch>;
}

// Members of a request are class instances, those of a resource are not: only their content is compared.
const plain = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? (JSON.parse(JSON.stringify(value)) as unknown) : value;

export const hasChanges = (changes: object): boolean => Object.keys(changes).length > 0;
