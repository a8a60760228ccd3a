import { deadlocked } from '../pool/availability-errors.js';
import { isRetryable, translateDatabaseError } from '../constraint-errors.js';

const ATTEMPTS = 5;

/** Retries deadlocks and serialization failures, so `work` must change nothing but the database. */
export async function withRetries<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isRetryable(error)) throw translateDatabaseError(error);
      if (attempt === ATTEMPTS) throw deadlocked(error);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
    }
  }
}
