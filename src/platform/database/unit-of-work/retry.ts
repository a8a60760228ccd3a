import { isRetryable, translateDatabaseError } from '../constraint-errors.js';

const ATTEMPTS = 5;

/** Retries deadlocks and serialization failures, so `work` must change nothing but the database. */
export async function withRetries<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || !isRetryable(error)) throw translateDatabaseError(error);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
    }
  }
}
