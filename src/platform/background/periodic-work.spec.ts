import { describe, expect, it } from '@jest/globals';
import { PeriodicWork } from './periodic-work.js';

/** Work whose runs end when they are let go. */
function heldWork(intervalMs = 60_000) {
  const ends: (() => void)[] = [];
  const failures: unknown[] = [];
  let begin = (): void => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const work = (): Promise<void> => {
    begin();
    return new Promise((resolve) => ends.push(resolve));
  };
  const periodically = new PeriodicWork(work, { intervalMs, failed: (error) => failures.push(error) });
  const end = async (): Promise<void> => {
    ends.at(-1)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { periodically, ends, end, begun };
}

describe('periodic work', () => {
  it('runs once more when it is asked during a run, however often', async () => {
    const { periodically, ends, end } = heldWork();
    periodically.doNow();
    expect(ends).toHaveLength(1);
    periodically.doNow();
    periodically.doNow();
    expect(ends).toHaveLength(1);
    await end();
    expect(ends).toHaveLength(2);
    await end();
    expect(ends).toHaveLength(2);
    periodically.doNow();
    expect(ends).toHaveLength(3);
  });

  it('is not run again for an interval that ends during a run', async () => {
    const { periodically, ends, end, begun } = heldWork(5);
    periodically.start();
    await begun;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(ends).toHaveLength(1);
    const stopped = periodically.stop();
    await end();
    await stopped;
    expect(ends).toHaveLength(1);
  });

  it('does not run again once it stops, also when it was asked', async () => {
    const { periodically, ends, end } = heldWork();
    periodically.doNow();
    periodically.doNow();
    const stopped = periodically.stop();
    await end();
    await stopped;
    periodically.doNow();
    expect(ends).toHaveLength(1);
  });

  it('goes on after a failure, and tells of it', async () => {
    const failures: unknown[] = [];
    let runs = 0;
    const work = async (): Promise<void> => {
      runs += 1;
      throw new Error(`run ${runs}`);
    };
    const periodically = new PeriodicWork(work, {
      intervalMs: 60_000,
      failed: (error) => failures.push(error),
    });
    for (let run = 0; run < 2; run += 1) {
      periodically.doNow();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(failures.map((error) => (error as Error).message)).toEqual(['run 1', 'run 2']);
  });
});
