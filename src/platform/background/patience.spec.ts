import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { whenPatienceEnds } from './patience.js';

describe('patience', () => {
  const run = jest.fn();

  beforeEach(() => {
    run.mockReset();
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('ends after its time, once', () => {
    whenPatienceEnds(800, run);
    jest.advanceTimersByTime(799);
    expect(run).not.toHaveBeenCalled();
    jest.advanceTimersByTime(10_000);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('does not end when it is told not to', () => {
    const stop = whenPatienceEnds(800, run);
    jest.advanceTimersByTime(799);
    stop();
    jest.advanceTimersByTime(10_000);
    expect(run).not.toHaveBeenCalled();
  });

  it('does not end while the process stands still', async () => {
    jest.useRealTimers();
    whenPatienceEnds(400, run);
    const until = performance.now() + 600;
    while (performance.now() < until);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(run).not.toHaveBeenCalled();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(run).toHaveBeenCalledTimes(1);
  });
});
