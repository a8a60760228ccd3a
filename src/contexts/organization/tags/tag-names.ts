import { nameKey } from '../../../platform/values/index.js';

export const MAX_TAGS = 100;

/** The patch without its tags, where they are the present ones in another order or case. */
export function withKnownTags<Patch extends object>(
  patch: Patch & { readonly tags?: readonly string[] },
  present: readonly string[],
): Partial<Patch> {
  const { tags, ...rest } = patch;
  return tags !== undefined && areSame(tags, present) ? (rest as Partial<Patch>) : patch;
}

function areSame(some: readonly string[], others: readonly string[]): boolean {
  const [left, right] = [new Set(some.map(nameKey)), new Set(others.map(nameKey))];
  return left.size === right.size && [...left].every((key) => right.has(key));
}
