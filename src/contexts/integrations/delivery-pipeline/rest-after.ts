import { setTimeout as pause } from 'node:timers/promises';

const TIMES = 3;

/**
 * Rests after work three times as long as it took, so that the database has time for requests too; what waits meanwhile
 * is done together, which costs less for each.
 * @param began when the work began, by `performance.now()`
 */
export async function restAfter(began: number, leastMs: number, mostMs: number): Promise<void> {
  await pause(Math.max(leastMs, Math.min(TIMES * (performance.now() - began), mostMs)));
}
