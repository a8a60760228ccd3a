import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ConnectionWatch, type Watched } from './connection-watch.js';
import type { SessionsAtWork } from './server-view.js';

class Connection implements Watched {
  isWaiting = true;
  isCheckedOut = true;
  isForRequest = true;
  bytesRead = 0;
  isCut = false;

  constructor(readonly serverProcess: number) {}

  cut(): void {
    this.isCut = true;
    this.isWaiting = false;
  }
}

const LOCK_MS = 5000;

describe('the watch of connections', () => {
  let view: SessionsAtWork;
  const ask = jest.fn<(silent: readonly number[], late: readonly number[]) => Promise<SessionsAtWork>>();
  const [one, other] = [1, 2] as const;

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    ask.mockReset().mockImplementation(async () => view);
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const watched = (...sessions: number[]): Connection[] => {
    const watch = new ConnectionWatch(ask, LOCK_MS);
    return sessions.map((serverProcess) => {
      const connection = new Connection(serverProcess);
      watch.add(connection);
      return connection;
    });
  };
  const pass = async (milliseconds: number): Promise<void> => {
    for (let passed = 0; passed < milliseconds; passed += 250) {
      await jest.advanceTimersByTimeAsync(250);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };

  it('lets a statement take as long as PostgreSQL works on it', async () => {
    view = new Set([one]);
    const [connection] = watched(one);
    await pass(60_000);
    expect(connection?.isCut).toBe(false);
    expect(ask.mock.calls.length).toBeLessThan(65);
  });

  it('asks about nobody who hears something, or waits for nothing', async () => {
    view = 'unreachable';
    const [hearing, idle] = watched(one, other) as [Connection, Connection];
    idle.isWaiting = false;
    for (let count = 0; count < 20; count += 1) {
      hearing.bytesRead += 1;
      await pass(500);
    }
    expect(ask).not.toHaveBeenCalled();
  });

  it('cuts what PostgreSQL does not work on, when it says so twice, and the idle ones with it', async () => {
    view = new Set();
    const [silent, idle] = watched(one, other) as [Connection, Connection];
    Object.assign(idle, { isWaiting: false, isCheckedOut: false });
    await pass(500);
    expect(silent.isCut).toBe(false);
    await pass(250);
    expect([silent.isCut, idle.isCut]).toEqual([true, true]);
  });

  it('cuts what waits when PostgreSQL cannot be reached, but nobody who is about to ask', async () => {
    view = 'unreachable';
    const [silent, lent] = watched(one, other) as [Connection, Connection];
    lent.isWaiting = false;
    await pass(1000);
    expect([silent.isCut, lent.isCut]).toEqual([true, false]);
  });

  it('cuts nothing when it learns nothing, or reads a response meanwhile', async () => {
    view = 'unknown';
    const [unknown] = watched(one);
    await pass(10_000);
    expect(unknown?.isCut).toBe(false);
    const [responding] = watched(other) as [Connection];
    ask.mockImplementation(async () => {
      responding.bytesRead += 1;
      return 'unreachable';
    });
    await pass(1250);
    expect(responding.isCut).toBe(false);
  });

  it('has statements of requests given up that wait for locks for too long, and no others', async () => {
    view = new Set([one, other]);
    const [, background] = watched(one, other) as [Connection, Connection];
    background.isForRequest = false;
    await pass(LOCK_MS - 250);
    expect(ask.mock.calls.filter(([, late]) => late.length > 0)).toEqual([]);
    await pass(750);
    expect(ask.mock.lastCall?.[1]).toEqual([one]);
  });
});
