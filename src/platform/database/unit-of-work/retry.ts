import { deadlocked } from '../pool/availability-errors.js';
import { isDeadlock, isRetryable, translateDatabaseError } from '../constraint-errors.js';

const ATTEMPTS = 5;
const PAUSE_MS = 20;
// PostgreSQL waits for a second before it ends a deadlock: what it let pass needs time to end, or both meet again.
const DEADLOCK_PAUSE_MS = 100;

/** Retries deadlocks and serialization failures, so `work` must change nothing but the database. */
export async function withRetries<Result>(work: (isRepeated: boolean) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(attempt > 1);
    } catch (error) {
      if (!isRetryable(error)) throw translateDatabaseError(error);
      if (attempt === ATTEMPTS) throw deadlocked(error);
      await new Promise((resolve) => setTimeout(resolve, pauseAfter(error, attempt)));
    }
  }
}

function pauseAfter(error: unknown, attempt: number): number {
  if (!isDeadlock(error)) return Math.random() * PAUSE_MS * attempt;
  return (0.5 + Math.random() / 2) * DEADLOCK_PAUSE_MS * 2 ** (attempt - 1);
}
