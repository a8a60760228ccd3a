import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import { withRetries } from './retry.js';

const [DEADLOCK, SERIALIZATION] = ['40P01', '40001'];

describe('work that fails because of other work', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  /** How long it waits before each attempt but the first. @param dice 0 to 1 */
  const pausesOf = async (code: string, dice: number): Promise<number[]> => {
    jest.spyOn(Math, 'random').mockReturnValue(dice);
    const began: number[] = [];
    const ending = withRetries(() => {
      began.push(Date.now());
      throw new QueryFailedError('UPDATE', [], Object.assign(new Error('met another'), { code }));
    });
    const refused = expect(ending).rejects.toMatchObject({ code: 'server.deadlocked' });
    await jest.runAllTimersAsync();
    await refused;
    return began.slice(1).map((at, index) => at - (began[index] ?? 0));
  };

  it.each([
    [0, [50, 100, 200, 400]],
    [1, [100, 200, 400, 800]],
  ])('of a deadlock leaves the other one twice as long to end each time (%d)', async (dice, pauses) => {
    expect(await pausesOf(DEADLOCK, dice)).toEqual(pauses);
  });

  it.each([
    [0, [0, 0, 0, 0]],
    [1, [20, 40, 60, 80]],
  ])('which has ended is done again soon (%d)', async (dice, pauses) => {
    expect(await pausesOf(SERIALIZATION, dice)).toEqual(pauses);
  });

  it('is not done again when it fails by itself', async () => {
    const work = jest.fn(() => Promise.reject(new Error('its own')));
    await expect(withRetries(work)).rejects.toThrow('its own');
    expect(work).toHaveBeenCalledTimes(1);
  });
});
