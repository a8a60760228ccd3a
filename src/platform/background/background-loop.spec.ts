import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { BackgroundLoop } from './background-loop.js';

const silent = { log: () => undefined, error: () => undefined };
const options = { intervalMs: 3_600_000, gapMs: 1, logger: silent };

async function comesTrue(isSo: () => boolean): Promise<void> {
  for (const end = Date.now() + 30_000; !isSo(); await pause(2)) {
    if (Date.now() > end) throw new Error(`Not within 30 seconds: ${isSo.toString()}`);
  }
}

describe('a background loop', () => {
  it('works at its start, and when it is woken', async () => {
    let runs = 0;
    const loop = new BackgroundLoop(async () => ++runs < 0, options);
    loop.start();
    await comesTrue(() => runs === 1);
    await pause(20);
    expect(runs).toBe(1);
    loop.wake();
    await comesTrue(() => runs === 2);
    await loop.stop();
  });

  it('works once more, and only once, however often it is woken during its work', async () => {
    let runs = 0;
    const loop = new BackgroundLoop(async () => {
      runs += 1;
      await pause(30);
      return false;
    }, options);
    loop.start();
    for (let call = 0; call < 5; call += 1) loop.wake();
    await comesTrue(() => runs === 2);
    await pause(60);
    expect(runs).toBe(2);
    await loop.stop();
  });

  it('goes on at once while there is more', async () => {
    let runs = 0;
    const loop = new BackgroundLoop(async () => ++runs < 5, options);
    loop.start();
    await comesTrue(() => runs === 5);
    await loop.stop();
  });

  it('goes on after its interval, and after a failure', async () => {
    let runs = 0;
    const loop = new BackgroundLoop(
      async () => {
        runs += 1;
        if (runs === 2) throw new Error('away');
        return false;
      },
      { ...options, intervalMs: 10 },
    );
    loop.start();
    await comesTrue(() => runs > 3);
    await loop.stop();
  });

  it('stops when its work has ended, and works no more', async () => {
    let ended = 0;
    const loop = new BackgroundLoop(async () => {
      await pause(30);
      ended += 1;
      return true;
    }, options);
    loop.start();
    await loop.stop();
    expect(ended).toBe(1);
    loop.wake();
    await pause(50);
    expect(ended).toBe(1);
  });
});
