import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { RecentAnswer } from './recent-answer.js';

describe('a recent answer', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('is asked for once by all who want it within a second', async () => {
    const ask = jest.fn(() => Promise.resolve(ask.mock.calls.length));
    const answer = new RecentAnswer<number>(ask);
    expect(await Promise.all([answer.get(), answer.get()])).toEqual([1, 1]);
    jest.advanceTimersByTime(999);
    expect(await answer.get()).toBe(1);
    jest.advanceTimersByTime(1);
    expect(await answer.get()).toBe(2);
  });

  it('is none when the question fails, and is asked for again a moment later', async () => {
    const ask = jest.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('away'));
    const answer = new RecentAnswer(ask.mockResolvedValue('here'));
    expect(await answer.get()).toBeNull();
    jest.advanceTimersByTime(199);
    expect(await answer.get()).toBeNull();
    jest.advanceTimersByTime(1);
    expect(await answer.get()).toBe('here');
  });

  it('is none after two seconds, at once for who asks later, and the question is put again after ten', async () => {
    const ask = jest.fn(() => new Promise<string>(() => undefined));
    const answer = new RecentAnswer(ask);
    const first = answer.get();
    await jest.advanceTimersByTimeAsync(2000);
    expect(await first).toBeNull();
    const second = answer.get();
    await jest.advanceTimersByTimeAsync(0);
    expect(await second).toBeNull();
    expect(ask).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(8000);
    void answer.get();
    expect(ask).toHaveBeenCalledTimes(2);
  });
});
