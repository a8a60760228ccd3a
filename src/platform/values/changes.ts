import { isDeepStrictEqual } from 'node:util';

export function changesIn<Patch extends object>(current: object, patch: Patch): Partial<Patch> {
  const before = current as Record<string, unknown>;
  const changed = Object.entries(patch).filter(
    ([member, value]) => value !== undefined && !isDeepStrictEqual(before[member], plain(value)),
  );
  return Object.fromEntries(changed) as Partial<Patch>;
}

// DTO members are class instances, those of a resource are not: compare the content only.
const plain = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? (JSON.parse(JSON.stringify(value)) as unknown) : value;

export const hasChanges = (changes: object): boolean => Object.keys(changes).length > 0;
