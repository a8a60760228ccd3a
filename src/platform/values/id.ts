import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const BYTES = 16;
// To ask for the bytes of many ids costs as much as for those of one.
const random = Buffer.alloc(256 * BYTES);
let used = random.length;
let moment = 0;
let sequence = 0;

/** A time-ordered UUID (version 7, RFC 9562), so that ids sort in the order of creation. */
export function newId(): string {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  const bytes = random.subarray(used, (used += BYTES));
  const now = Date.now();
  if (now > moment) {
    moment = now;
    sequence = bytes.readUInt32BE(6) >>> 1;
  } else {
    // Within a millisecond, or after the clock was set back.
    sequence = (sequence + 1) | 0;
    if (sequence === 0) moment += 1;
  }
  return v7({ random: bytes, msecs: moment, seq: sequence });
}

/** The least id that `newId` may give at this moment: an id is smaller exactly when it was made before. */
export function firstIdAt(moment: Date): string {
  const time = Math.max(0, moment.getTime()).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}

/** Any UUID, whatever its version. */
export const isId = (value: unknown): value is string => typeof value === 'string' && uuidPattern.test(value);
