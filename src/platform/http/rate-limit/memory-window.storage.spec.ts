import { beforeEach, describe, expect, it } from '@jest/globals';
import { Clock } from '../../values/index.js';
import { MemoryWindowStorage } from './memory-window.storage.js';

const WINDOW_MS = 60_000;
const user = { key: 'user:1', limit: 3, windowMs: WINDOW_MS };
const organization = { key: 'organization:1', limit: 5, windowMs: WINDOW_MS };

class StoppedClock extends Clock {
  milliseconds = 0;

  override elapsed(): number {
    return this.milliseconds;
  }
}

describe('counting in memory', () => {
  let clock: StoppedClock;
  let storage: MemoryWindowStorage;

  beforeEach(() => {
    clock = new StoppedClock();
    storage = new MemoryWindowStorage(clock);
  });

  it('counts under every limit, or under none where one has no room', async () => {
    for (const hits of [1, 2, 3]) {
      const { isRefused, windows } = await storage.count([user, organization], 1);
      expect([isRefused, ...windows.map((window) => window.hits)]).toEqual([false, hits, hits]);
    }
    const refused = await storage.count([user, organization], 1);
    expect([refused.isRefused, ...refused.windows.map(({ hits }) => hits)]).toEqual([true, 3, 3]);
    const colleague = { key: 'user:2', limit: 3, windowMs: WINDOW_MS };
    expect((await storage.count([colleague, organization], 2)).isRefused).toBe(false);
    expect(await storage.count([colleague, organization], 1)).toMatchObject({
      isRefused: true,
      windows: [{ hits: 2 }, { hits: 5 }],
    });
  });

  it('has room for several only where all of them fit', async () => {
    expect((await storage.count([user], 4)).isRefused).toBe(true);
    expect((await storage.count([user], 3)).isRefused).toBe(false);
  });

  it('never says that a window is longer than it is', async () => {
    for (let tried = 0; tried < 100; tried += 1) {
      clock.milliseconds = tried * 1234.56789;
      const { windows } = await storage.count([{ ...user, key: `user:${tried}` }], 1);
      expect(windows.map(({ endsInMs }) => endsInMs)).toEqual([WINDOW_MS]);
    }
  });

  it('begins a window with the first request of each, and ends it after its length', async () => {
    await storage.count([user], 3);
    clock.milliseconds = 1000;
    const { windows } = await storage.count([{ ...user, limit: 9 }, organization], 1);
    expect(windows.map(({ endsInMs }) => endsInMs)).toEqual([WINDOW_MS - 1000, WINDOW_MS]);
    clock.milliseconds = WINDOW_MS - 1;
    expect((await storage.count([user], 1)).isRefused).toBe(true);
    clock.milliseconds = WINDOW_MS;
    expect((await storage.count([user], 1)).windows).toEqual([{ hits: 1, endsInMs: WINDOW_MS }]);
  });

  it('takes back what was counted, but never more', async () => {
    await storage.count([user], 3);
    await storage.giveBack(user);
    expect((await storage.count([user], 1)).isRefused).toBe(false);
    expect((await storage.count([user], 1)).isRefused).toBe(true);
    for (let count = 0; count < 5; count += 1) await storage.giveBack(user);
    expect((await storage.count([user], 4)).isRefused).toBe(true);
    await expect(
      storage.giveBack({ key: 'user:nobody', limit: 1, windowMs: WINDOW_MS }),
    ).resolves.toBeUndefined();
  });
});
