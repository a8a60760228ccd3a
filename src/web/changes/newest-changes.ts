interface Positioned {
  /** In decimals. */
  readonly cursor: string;
}

interface Part<Change> {
  readonly results: readonly Change[];
  readonly next_cursor: string;
  readonly has_more: boolean;
}

export interface Newest<Change> {
  /** The last one first. */
  readonly changes: readonly Change[];
  /** Where to look further back. Undefined: nothing older is kept. */
  readonly before: string | undefined;
}

/** Null: what follows this cursor is not kept any more; an absent cursor is the oldest that is. */
export type ReadAfter<Change> = (cursor: string | undefined) => Promise<Part<Change> | null>;

export const PAGE_SIZE = 500;

const WANTED = 30;
const MOST = 50;
const FIRST_WIDTH = 99n;
const MOST_REQUESTS = 4;
const WIDER = 64n;

/**
 * The feed is read forwards, and positions are those of all organizations: so it is looked through from further and
 * further back until enough is found, or so much that the newest of it would not be in one page.
 */
export async function newestBefore<Change extends Positioned>(
  read: ReadAfter<Change>,
  end: string,
): Promise<Newest<Change>> {
  const last = BigInt(end);
  let best: Newest<Change> = { changes: [], before: end };
  let [width, sparse] = [FIRST_WIDTH, 0n];
  for (let requests = 0; requests < MOST_REQUESTS || best.before === end;) {
    const from = last > width ? last - width : 0n;
    const kept = await read(String(from));
    const part = kept ?? (await read(undefined));
    requests += 1;
    if (!part) return { changes: [], before: undefined };
    const isOldest = kept === null || from === 0n;
    let [found, next] = [part.results, part];
    while (next.has_more && BigInt(next.next_cursor) < last && found.length < PAGE_SIZE) {
      next = (await read(next.next_cursor)) ?? { results: [], next_cursor: end, has_more: false };
      requests += 1;
      found = [...found, ...next.results];
    }
    const isWhole = !next.has_more || BigInt(next.next_cursor) >= last;
    if (isWhole) {
      const changes = found.filter(({ cursor }) => BigInt(cursor) <= last).toReversed();
      best = cut(changes, isOldest ? undefined : String(from));
      if (isOldest || changes.length >= WANTED) return best;
      [sparse, width] = [width, width * WIDER];
    } else {
      if (best.changes.length > 0) return best;
      width = (sparse + width) / 2n;
    }
  }
  return best;
}

/** What is left out is looked for again. */
function cut<Change extends Positioned>(
  changes: readonly Change[],
  before: string | undefined,
): Newest<Change> {
  const last = changes[MOST - 1];
  if (!last || changes.length === MOST) return { changes, before };
  return { changes: changes.slice(0, MOST), before: String(BigInt(last.cursor) - 1n) };
}
