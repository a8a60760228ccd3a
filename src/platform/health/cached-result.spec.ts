import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { CachedResult } from './cached-result.js';

describe('a cached result', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('is asked for once by all who want it within a second', async () => {
    const ask = jest.fn(() => Promise.resolve(ask.mock.calls.length));
    const result = new CachedResult<number>(ask);
    expect(await Promise.all([result.get(), result.get()])).toEqual([1, 1]);
    jest.advanceTimersByTime(999);
    expect(await result.get()).toBe(1);
    jest.advanceTimersByTime(1);
    expect(await result.get()).toBe(2);
  });

  it('is none when the question fails, and is asked for again a moment later', async () => {
    const ask = jest.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('away'));
    const result = new CachedResult(ask.mockResolvedValue('here'));
    expect(await result.get()).toBeNull();
    jest.advanceTimersByTime(199);
    expect(await result.get()).toBeNull();
    jest.advanceTimersByTime(1);
    expect(await result.get()).toBe('here');
  });

  it('is none after two seconds, at once for who asks later, and the question is put again after ten', async () => {
    const ask = jest.fn(() => new Promise<string>(() => undefined));
    const result = new CachedResult(ask);
    const first = result.get();
    await jest.advanceTimersByTimeAsync(2001);
    expect(await first).toBeNull();
    const second = result.get();
    await jest.advanceTimersByTimeAsync(9);
    expect(await second).toBeNull();
    expect(ask).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(7990);
    void result.get();
    expect(ask).toHaveBeenCalledTimes(2);
  });
});
