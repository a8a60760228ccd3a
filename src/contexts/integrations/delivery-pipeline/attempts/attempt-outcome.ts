import type { Exchange } from '../../../../platform/outbound/index.js';
import { secondsUntilRetry } from './retry-after.js';
import { delayAfter, type RetryPlan } from './retry-plan.js';

export interface AttemptedDelivery {
  /** Since the delivery was created or redelivered, this one included. */
  readonly attempts: number;
  readonly isSingleAttempt: boolean;
  readonly startedAt: Date;
}

export interface SubscriberRecord {
  readonly failingSince: Date | null;
  readonly failuresInRow: number;
}

export interface OutcomeLimits extends RetryPlan {
  readonly maxRetryAfterSeconds: number;
  readonly disableAfterHours: number;
  readonly disableMinAttempts: number;
}

export interface FailureOutcome {
  readonly isSuccess: false;
  readonly retryInSeconds: number | null;
  readonly disable: 'gone' | 'failing' | null;
}

export type AttemptOutcome = { readonly isSuccess: true } | FailureOutcome;

export const isSuccessful = (status: number | null): boolean =>
  status !== null && status >= 200 && status <= 299;

/** Only 2xx is success: redirects could evade the address check. @param random 0 to 1, for the jitter */
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
  limits: OutcomeLimits,
  now: Date,
  random: number,
): number | null {
  const delay = isSingleAttempt ? null : delayAfter(attempts, limits, random);
  if (delay === null) return null;
  const isAsking = status === 429 || status === 503;
  const wished = isAsking ? secondsUntilRetry(retryAfter, now, limits.maxRetryAfterSeconds) : 0;
  return Math.max(delay, wished);
}

function failsTooLong(
  { startedAt }: AttemptedDelivery,
  { failingSince, failuresInRow }: SubscriberRecord,
  { disableAfterHours, disableMinAttempts }: OutcomeLimits,
  now: Date,
): boolean {
  const failingMs = now.getTime() - (failingSince ?? startedAt).getTime();
  return failuresInRow + 1 >= disableMinAttempts && failingMs >= disableAfterHours * 3_600_000;
}
