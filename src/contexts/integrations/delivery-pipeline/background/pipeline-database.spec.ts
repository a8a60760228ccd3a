import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { declareSettings, readSettings } from '../../../../platform/config/index.js';
import { webhookSettings, type WebhookSettings } from '../../integrations.settings.js';
import type { Database } from '../../../../platform/database/index.js';
import { PipelineDatabase } from './pipeline-database.js';
import type { RequestTraffic } from './request-traffic.js';

declareSettings(webhookSettings);

const WORK_MS = 200;

interface Course {
  /** Of what waits, how much is done at once after that. */
  readonly paceAfter: number;
  /** From the end of the first work to its result, and to the beginning of the next, in milliseconds. */
  readonly toResult: number;
  readonly toNext: number;
  /** Of those after the first one. */
  readonly mostAtOnce: number;
}

/** One work, and five more that wait for it; a pool of 20. */
async function runSixWorks(isServed: boolean): Promise<Course> {
  const traffic: Pick<RequestTraffic, 'isServed'> = { isServed: async () => isServed };
  const database = new PipelineDatabase(
    undefined as unknown as Database,
    traffic as RequestTraffic,
    readSettings({ DATABASE_POOL_SIZE: '20' }) as WebhookSettings,
  );
  const began: number[] = [];
  let running = 0;
  let mostAtOnce = 0;
  let ended = 0;
  const first = database.withConnection(async () => {
    await pause(WORK_MS);
    ended = performance.now();
  });
  const others = Array.from({ length: 5 }, () =>
    database.withConnection(async () => {
      began.push(performance.now());
      mostAtOnce = Math.max(mostAtOnce, (running += 1));
      await pause(5);
      running -= 1;
    }),
  );
  await first;
  const toResult = performance.now() - ended;
  await Promise.all(others);
  return { toResult, toNext: Math.min(...began) - ended, mostAtOnce, paceAfter: database.pace.maxItems };
}

describe('the database of the pipeline', () => {
  it('works on without a rest while no request is served, with a fifth of the connections', async () => {
    const { toNext, mostAtOnce, paceAfter } = await runSixWorks(false);
    expect(toNext).toBeGreaterThanOrEqual(0);
    expect(toNext).toBeLessThan(WORK_MS / 2);
    expect(mostAtOnce).toBe(4);
    expect(paceAfter).toBe(128);
  });

  it('rests as long as it worked while requests are served, one thing at a time, and keeps no result back', async () => {
    const { toResult, toNext, mostAtOnce, paceAfter } = await runSixWorks(true);
    expect(toNext).toBeGreaterThan(WORK_MS - 5);
    expect(toResult).toBeLessThan(WORK_MS / 2);
    expect(mostAtOnce).toBe(1);
    expect(paceAfter).toBe(32);
  });

  it('gives the connection on when a work fails', async () => {
    const database = new PipelineDatabase(
      { batch: () => Promise.reject(new Error('away')) } as unknown as Database,
      { isServed: async () => true } as unknown as RequestTraffic,
      readSettings({}) as WebhookSettings,
    );
    await expect(database.rows('SELECT 1', [])).rejects.toThrow('away');
    expect(await database.withConnection(async () => 'next')).toBe('next');
  });

  it('sets first to wait for locks and to go along indexes, and not to wait for the disk only where that is said', async () => {
    const batches: [settings: string, statement: string][] = [];
    const database = new PipelineDatabase(
      {
        batch: async (settings: string, statement: string) => void batches.push([settings, statement]),
      } as unknown as Database,
      { isServed: async () => false } as unknown as RequestTraffic,
      readSettings({}) as WebhookSettings,
    );
    await database.rows('UPDATE results', []);
    await database.rows('UPDATE claims', [], 'asynchronous');
    const always = "SELECT set_config('lock_timeout', '0', true), set_config('enable_seqscan', 'off', true)";
    expect(batches).toEqual([
      [always, 'UPDATE results'],
      [`${always}, set_config('synchronous_commit', 'off', true)`, 'UPDATE claims'],
    ]);
  });
});
