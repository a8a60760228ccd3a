import { QueryFailedError } from 'typeorm';
import { unavailable, UnavailableError } from '../../errors/index.js';

/** There is no connection to PostgreSQL, or none that is free in time; nothing was asked of it. */
export class NoConnectionError extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`No connection to PostgreSQL: ${reason}`, { cause });
  }
}

const LOCK_NOT_AVAILABLE = '55P03';
const CANCELED = '57014';
// The watch of connections cancels what waits for one lock after another. PostgreSQL says so in the language of the server.
const TOO_LONG = /statement timeout/;

/** By the first characters of the SQLSTATE. */
const states = [
  // The connection failed, or this session was ended.
  /^08|^57P|^25P0[34]$/,
  // Memory, disk, connections or another limit of the server are used up; it gave the statement up; its disk fails.
  /^53|^57014$|^58030$/,
  // A standby, which another server has taken over from.
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
// What pg says of itself, without a code.
const clientFaults = /^Connection terminated|is not queryable$|^Query read timeout$/;

const RETRY_SECONDS = { unavailable: 2, lock: 1 };

/** What the database did with a statement that it did not answer. */
export type Outcome = 'nothing' | 'unknown';

const details: Readonly<Record<Outcome, string>> = {
  nothing: `The database cannot be reached or is too busy, and nothing was changed: try again in ${RETRY_SECONDS.unavailable} seconds.`,
  unknown: `The database did not answer to the end, so it is not known whether a change was made: read what you wanted to change, and then try again in ${RETRY_SECONDS.unavailable} seconds.`,
};

export const lockTimeout = unavailable(
  'server.lock_timeout',
  RETRY_SECONDS.lock,
  'Another request holds what this one has to change or rely on: try again in a second.',
);

export const databaseUnavailable = unavailable(
  'server.database_unavailable',
  RETRY_SECONDS.unavailable,
  (outcome: Outcome) => details[outcome],
  'nothing',
);

/**
 * The refusal, where PostgreSQL could not be asked, did not answer to the end, or let somebody else go first for too
 * long. undefined: the failure is another one.
 * @param outcome what came of the statement if the connection was lost before its answer
 */
export function availabilityRefusal(error: unknown, outcome: Outcome): UnavailableError | undefined {
  const fault = driverErrorOf(error);
  if (isLateForLock(fault)) {
    return lockTimeout(error);
  }
  if (!(error instanceof NoConnectionError) && !isUnavailable(fault)) return undefined;
  return databaseUnavailable(error, outcomeOf(error, fault, outcome));
}

/** The same failure, for who had something changed by a statement that PostgreSQL commits by itself. */
export const withUnknownOutcome = (error: unknown): unknown =>
  (error instanceof UnavailableError && availabilityRefusal(error.cause, 'unknown')) || error;

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

/** What PostgreSQL refused while the connection stayed it has not done. */
const outcomeOf = (error: unknown, { code = '' }: Fault, whenLost: Outcome): Outcome =>
  error instanceof NoConnectionError || /^53|^57014$|^25006$/.test(code) ? 'nothing' : whenLost;
