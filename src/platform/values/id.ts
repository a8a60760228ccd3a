import { v7 } from 'uuid';

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A time-ordered UUID (version 7, RFC 9562), so that ids sort in the order of creation. */
export const newId = (): string => v7();

/** The least id that `newId` may give at this moment: an id is smaller exactly when it was made before. */
export function firstIdAt(moment: Date): string {
  const time = Math.max(0, moment.getTime()).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}

/** Any UUID, whatever its version. */
export const isId = (value: unknown): value is string => typeof value === 'string' && uuidPattern.test(value);
