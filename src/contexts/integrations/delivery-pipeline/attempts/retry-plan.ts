import type { WebhookSettings } from '../../integrations.settings.js';

export interface RetryPlan {
  /** Seconds between attempts; one entry fewer than attempts. */
  readonly retryDelays: readonly number[];
  /** Maximum extension of a delay, so that simultaneous failures spread. */
  readonly jitterPercent: number;
}

export const retryPlanOf = (settings: WebhookSettings): RetryPlan => ({
  retryDelays: settings.WEBHOOK_RETRY_DELAYS_SECONDS,
  jitterPercent: settings.WEBHOOK_RETRY_JITTER_PERCENT,
});

/** Seconds; null after the last attempt. @param attempts since creation or redelivery @param random 0 to 1 */
export function delayAfter(
  attempts: number,
  { retryDelays, jitterPercent }: RetryPlan,
  random: number,
): number | null {
  const delay = retryDelays[attempts - 1];
  return delay === undefined ? null : delay * (1 + (jitterPercent / 100) * random);
}

export const delays = (plan: RetryPlan): (number | null)[] =>
  plan.retryDelays.map((_, index) => delayAfter(index + 1, plan, Math.random()));
