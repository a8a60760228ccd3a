import { v7 } from 'uuid';

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A time-ordered UUID (version 7, RFC 9562), so that ids sort in the order of creation. */
export const newId = (): string => v7();

/** Any UUID, whatever its version. */
export const isId = (value: unknown): value is string => typeof value === 'string' && uuidPattern.test(value);
