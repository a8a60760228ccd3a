import { refusal } from '../../../platform/errors/index.js';

export const signInFailed = refusal(
  'unauthenticated',
  'sign_in.failed',
  'The address or the password is not right, or this user does not sign in with a password.',
);

export const signInOrganizationNeeded = refusal(
  'unprocessable',
  'sign_in.organization_needed',
  'organization: there are several here, so name yours.',
);

export const signInTooManyFailures = refusal(
  'rate_limited',
  'sign_in.too_many_failures',
  (seconds: number) => `Too many sign-ins from here have failed: try again in ${seconds} seconds.`,
  840,
);

export function organizationMustBeKnown(count: number): void {
  if (count > 1) throw signInOrganizationNeeded();
}

export const failureLimits = {
  accountAndAddress: { most: 10, minutes: 15 },
  address: { most: 100, minutes: 60 },
  /** Slows down from here on, and never refuses: whoever knows an address could lock its user out. */
  account: { most: 50, minutes: 60 },
} as const;

export type CountedFor = keyof typeof failureLimits;

export interface FailureCount {
  readonly of: CountedFor;
  readonly failures: number;
  readonly secondsLeft: number;
}

const MAX_DELAY_SECONDS = 30;

/** @throws 429 `sign_in.too_many_failures` where one address guesses */
export function guessingMustStop(counts: readonly FailureCount[]): void {
  const full = counts.filter(({ of, failures }) => of !== 'account' && failures > failureLimits[of].most);
  if (full.length === 0) return;
  const seconds = Math.max(1, ...full.map(({ secondsLeft }) => Math.ceil(secondsLeft)));
  throw signInTooManyFailures(seconds).withHeaders({ 'Retry-After': String(seconds) });
}

export function delaySeconds(counts: readonly FailureCount[]): number {
  const failures = counts.find(({ of }) => of === 'account')?.failures ?? 0;
  return Math.min(MAX_DELAY_SECONDS, Math.max(0, failures - failureLimits.account.most));
}
