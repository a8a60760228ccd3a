const kinds = new Map<unknown, string>();

/** Nobody's resource: ids of it are UUIDs alone. */
const UNKNOWN = 'record';

/** Of what kind the items of a list with this class of queries are; of several kinds, none is known. */
export function noteListedKind(query: object, noun: string): void {
  const known = kinds.get(query) ?? noun;
  kinds.set(query, known === noun ? noun : UNKNOWN);
}

export const listedKindOf = (query: object): string => kinds.get(query.constructor) ?? UNKNOWN;
