const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether it may be the id of a record, as the API writes one. */
export const isId = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);

/** So many of them a list of the API takes at a time. */
const MOST_IDS = 100;

export const fitsInOneRequest = (ids: readonly string[]): boolean => ids.length <= MOST_IDS;

/** Each of them once, in as many pieces as there are requests to make. */
export function inPieces(ids: readonly string[]): string[][] {
  const once = [...new Set(ids)];
  return Array.from({ length: Math.ceil(once.length / MOST_IDS) }, (_, piece) =>
    once.slice(piece * MOST_IDS, (piece + 1) * MOST_IDS),
  );
}

interface Piece<Item> {
  readonly data: { readonly results: readonly Item[] } | undefined;
}

/** What has come so far of all pieces. */
export const byId = <Item extends { readonly id: string }>(
  pieces: readonly Piece<Item>[],
): ReadonlyMap<string, Item> =>
  new Map(pieces.flatMap(({ data }) => data?.results.map((item) => [item.id, item] as const) ?? []));
