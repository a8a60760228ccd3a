import { QueryFailedError } from 'typeorm';
import { unavailable, type UnavailableError } from '../../errors/index.js';

/** No connection, or none free in time; no statement was sent. */
export class NoConnectionError extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`No connection to PostgreSQL: ${reason}`, { cause });
  }
}

const LOCK_NOT_AVAILABLE = '55P03';
const CANCELED = '57014';
// The watch of connections cancels what waits for locks, and the message is in the language of the server.
const TOO_LONG = /statement timeout/;

/** By the first characters of the SQLSTATE. */
const states = [
  // The connection failed, or the session was terminated.
  /^08|^57P|^25P0[34]$/,
  // Memory, disk, connections or another limit used up; statement canceled; disk error.
  /^53|^57014$|^58030$/,
  // A standby after a failover.
  /^25006$/,
];
const networkFaults = new Set([
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ETIMEDOUT',
]);
// Errors of pg itself have no code.
const clientFaults = /^Connection terminated|is not queryable$|^Query read timeout$/;

const RETRY_SECONDS = { unavailable: 2, lock: 1 };

/** What the database did with a statement that has no result. */
export type Outcome = 'nothing' | 'unknown';

const details: Readonly<Record<Outcome, string>> = {
  nothing: `The database cannot be reached or is too busy, and nothing was changed: try again in ${RETRY_SECONDS.unavailable} seconds.`,
  unknown: `The database did not respond to the end, so it is not known whether a change was made: read what you wanted to change, and then try again in ${RETRY_SECONDS.unavailable} seconds.`,
};

export const lockTimeout = unavailable(
  'server.lock_timeout',
  RETRY_SECONDS.lock,
  'Another request holds what this one has to change or rely on: try again in a second.',
);

export const deadlocked = unavailable(
  'server.deadlocked',
  RETRY_SECONDS.lock,
  'Other requests changed the same records in another order, again and again; nothing was changed: try again in a second.',
);

export const databaseUnavailable = unavailable(
  'server.database_unavailable',
  RETRY_SECONDS.unavailable,
  (outcome: Outcome) => details[outcome],
  'nothing',
);

/** undefined: not about availability or locks. @param outcome if the connection was lost before the result */
export function availabilityRefusal(error: unknown, outcome: Outcome): UnavailableError | undefined {
  const fault = driverErrorOf(error);
  if (isLateForLock(fault)) {
    return lockTimeout(error);
  }
  if (!(error instanceof NoConnectionError) && !isUnavailable(fault)) return undefined;
  return databaseUnavailable(error, outcomeOf(error, fault, outcome));
}

interface Fault {
  readonly code?: string;
  readonly message?: string;
}

const driverErrorOf = (error: unknown): Fault =>
  error instanceof QueryFailedError ? (error.driverError as Fault) : {};

const isLateForLock = ({ code, message = '' }: Fault): boolean =>
  code === LOCK_NOT_AVAILABLE || (code === CANCELED && !TOO_LONG.test(message));

const isUnavailable = ({ code = '', message = '' }: Fault): boolean =>
  networkFaults.has(code) || states.some((state) => state.test(code)) || clientFaults.test(message);

const outcomeOf = (error: unknown, { code = '' }: Fault, whenLost: Outcome): Outcome =>
  error instanceof NoConnectionError || /^53|^57014$|^25006$/.test(code) ? 'nothing' : whenLost;
