import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const BYTES = 16;
const random = Buffer.alloc(256 * BYTES);
let used = random.length;
let moment = 0;
let sequence = 0;

/** UUID version 7 (RFC 9562): ids sort by creation. */
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
    sequence = (sequence + 1) | 0;
    if (sequence === 0) moment += 1;
  }
  return v7({ random: bytes, msecs: moment, seq: sequence });
}

/** Lower bound of ids created from this moment on. */
export function firstIdAt(moment: Date): string {
  const time = Math.max(0, moment.getTime()).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}

/** Of no record. */
export const NIL_ID = '00000000-0000-0000-0000-000000000000';

export const isId = (value: unknown): value is string => typeof value === 'string' && uuidPattern.test(value);
