import type { TestModule } from './test-application.js';
import { UnitOfWork } from '../../../src/platform/database/index.js';

/** How many of `count` calls that start at once end in which way: `ok`, else the code of the refusal. */
export async function outcomesOf(
  count: number,
  call: (index: number) => Promise<unknown>,
): Promise<Record<string, number>> {
  const settled = await Promise.allSettled(Array.from({ length: count }, (_, index) => call(index)));
  const outcomes: Record<string, number> = {};
  for (const result of settled) {
    const outcome = result.status === 'fulfilled' ? 'ok' : codeOf(result.reason);
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  return outcomes;
}

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? String(error);

/**
 * Does `first` in a transaction, starts `second` while that is open, and commits once `second` waits for it.
 * @returns how `second` ends, as outcomesOf says it, and whether it had to wait
 */
export async function raceBehind(
  application: TestModule,
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<{ waited: boolean; outcome: string }> {
  let done: () => void = () => undefined;
  let begun: () => void = () => undefined;
  const commit = new Promise<void>((resolve) => (done = resolve));
  const ready = new Promise<void>((resolve) => (begun = resolve));
  const open = application.get(UnitOfWork).run(async () => {
    await first();
    begun();
    await commit;
  });
  await Promise.race([ready, open]);
  const ending = second().then(() => 'ok', codeOf);
  const waited = await isBlocked(application, ending);
  done();
  await open;
  return { waited, outcome: await ending };
}

async function isBlocked({ database }: TestModule, ending: Promise<string>): Promise<boolean> {
  let isOver = false;
  void ending.then(() => (isOver = true));
  while (!isOver) {
    const [row] = await database.query<{ waiting: number }[]>(
      `SELECT count(*)::int AS waiting FROM pg_stat_activity
       WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0`,
    );
    if ((row?.waiting ?? 0) > 0) return true;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return false;
}
