import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from '@jest/globals';
import { ResponseWatch } from './response-watch.js';

const PATIENCE_MS = 250;
const BUSY_MS = 3 * PATIENCE_MS;

/** Responds at once, in a thread of its own, so that this one can be too busy to hear it. */
const ECHO = `const { parentPort } = require('node:worker_threads');
  parentPort.on('message', (message) => parentPort.postMessage(message));`;

function stayBusy(milliseconds: number): void {
  for (const end = performance.now() + milliseconds; performance.now() < end;);
}

describe('waiting for a response', () => {
  it('ends with the response, however long this process was too busy to hear it', async () => {
    const echo = new Worker(ECHO, { eval: true });
    await once(echo, 'online');
    const watch = new ResponseWatch();
    for (let round = 0; round < 3; round += 1) {
      const response = once(echo, 'message');
      echo.postMessage(round);
      const waiting = watch.wait(response);
      stayBusy(BUSY_MS);
      expect(await waiting).toEqual([round]);
    }
    await echo.terminate();
  });

  it('ends with an error after a quarter of a second of silence, for all who wait', async () => {
    const watch = new ResponseWatch();
    const began = performance.now();
    const waiting = Array.from({ length: 3 }, () => watch.wait(new Promise(() => undefined)));
    const ends = await Promise.allSettled(waiting);
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(performance.now() - began).toBeGreaterThanOrEqual(0.9 * PATIENCE_MS);
    expect(await watch.wait(Promise.resolve('response'))).toBe('response');
  });

  it('throws what the response throws', async () => {
    await expect(new ResponseWatch().wait(Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  });
});
