import { invalid, refusal } from '../../../platform/errors/index.js';

export const cursorExpired = refusal(
  410,
  'changes.cursor_expired',
  (cursor: string, days: number) =>
    `What follows the cursor ${cursor} is no longer kept: changes are kept for ${days} days. Take cursor=now, read all lists again, then follow the feed from that cursor.`,
  '10482',
  30,
);

export const tooManyStreams = refusal(
  'rate_limited',
  'changes.too_many_streams',
  (most: number) =>
    `The access token has ${most} streams open in this process already: end one, or read GET /v1/changes.`,
  5,
);

/** What comes after a position; or what comes up to it, the last first. */
export type ChangeDirection = 'forward' | 'backward';

interface KeptRange {
  readonly end: bigint;
  readonly expiredTo: bigint;
}

/** A reader that was away for too long has missed changes. */
export function cursorMustBeKept(cursor: bigint, range: KeptRange, days: number): void {
  if (cursor < range.expiredTo) throw cursorExpired(String(cursor), days);
  cursorMustBeOfFeed(cursor, range);
}

/** A reader from elsewhere would wait forever. */
export function cursorMustBeOfFeed(cursor: bigint, { end }: KeptRange): void {
  if (cursor > end) {
    throw invalid({
      cursor: [
        `is behind the end of the feed, ${end}: use a cursor that this installation has given, or now`,
      ],
    });
  }
}

export function pastMustNotBeWaitedFor(direction: ChangeDirection, waitSeconds: number): void {
  if (direction === 'backward' && waitSeconds > 0) {
    throw invalid({ wait: ['must not be given with direction=backward: what was is there already'] });
  }
}
