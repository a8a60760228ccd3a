import type { Exchange } from '../../../../platform/outbound/index.js';
import { secondsUntilRetry } from './retry-after.js';

/** What the rules need to know of a delivery whose attempt has ended. */
export interface AttemptedDelivery {
  /** Attempts since it was made or redelivered, this one included. */
  readonly attempts: number;
  /** Redeliveries and pings are one attempt that nothing repeats. */
  readonly isSingleAttempt: boolean;
  readonly startedAt: Date;
}

/** What the attempts of a subscriber since its last success were. */
export interface SubscriberRecord {
  readonly failingSince: Date | null;
  readonly failuresInRow: number;
}

export interface OutcomeLimits {
  /** Seconds from each attempt to the next one; one entry fewer than there are attempts. */
  readonly retryDelays: readonly number[];
  /** By how much each of them is longer at most, so that what failed together does not come back together. */
  readonly jitterPercent: number;
  readonly mostRetryAfterSeconds: number;
  readonly disableAfterHours: number;
  readonly disableMinAttempts: number;
}

export interface FailureOutcome {
  readonly isSuccess: false;
  /** null: there is no further attempt. */
  readonly retryInSeconds: number | null;
  /** Why the subscriber gets nothing more from now on. */
  readonly disable: 'gone' | 'failing' | null;
}

export type AttemptOutcome = { readonly isSuccess: true } | FailureOutcome;

/** @param status of an answer that came whole */
export const isSuccessful = (status: number | null): boolean =>
  status !== null && status >= 200 && status <= 299;

/**
 * What follows from the answer of a receiver. Only 2xx is success: redirects are not followed, since they could lead
 * where the address check does not look.
 * @param random 0 to 1, spreads the next attempt
 */
export function outcomeOf(
  exchange: Pick<Exchange, 'status' | 'retryAfter'>,
  delivery: AttemptedDelivery,
  subscriber: SubscriberRecord,
  limits: OutcomeLimits,
  now: Date,
  random: number,
): AttemptOutcome {
  const { status } = exchange;
  if (isSuccessful(status)) return { isSuccess: true };
  return {
    isSuccess: false,
    retryInSeconds: secondsToNextAttempt(exchange, delivery, limits, now, random),
    disable: status === 410 ? 'gone' : failsTooLong(delivery, subscriber, limits, now) ? 'failing' : null,
  };
}

function secondsToNextAttempt(
  { status, retryAfter }: Pick<Exchange, 'status' | 'retryAfter'>,
  { attempts, isSingleAttempt }: AttemptedDelivery,
  { retryDelays, jitterPercent, mostRetryAfterSeconds }: OutcomeLimits,
  now: Date,
  random: number,
): number | null {
  const delay = retryDelays[attempts - 1];
  if (isSingleAttempt || delay === undefined) return null;
  const isAsking = status === 429 || status === 503;
  const wished = isAsking ? secondsUntilRetry(retryAfter, now, mostRetryAfterSeconds) : 0;
  return Math.max(delay * (1 + (jitterPercent / 100) * random), wished);
}

/** A receiver that has been failing for days is not coming back by itself: its owner has to look. */
function failsTooLong(
  { startedAt }: AttemptedDelivery,
  { failingSince, failuresInRow }: SubscriberRecord,
  { disableAfterHours, disableMinAttempts }: OutcomeLimits,
  now: Date,
): boolean {
  const failingMs = now.getTime() - (failingSince ?? startedAt).getTime();
  return failuresInRow + 1 >= disableMinAttempts && failingMs >= disableAfterHours * 3_600_000;
}
