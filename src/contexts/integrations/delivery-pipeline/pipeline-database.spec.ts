import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { readSettings } from '../../../platform/config/settings.js';
import type { Database, UnitOfWork } from '../../../platform/database/index.js';
import { PipelineDatabase } from './pipeline-database.js';
import type { RequestTraffic } from './request-traffic.js';

const WORK_MS = 60;

/** Two works on the one connection of a small pool. @returns milliseconds from the end of the first one to what follows */
async function twice(isServed: boolean): Promise<{ toResult: number; toSecond: number }> {
  const traffic: Pick<RequestTraffic, 'isServed'> = { isServed: async () => isServed };
  const database = new PipelineDatabase(
    undefined as unknown as Database,
    undefined as unknown as UnitOfWork,
    traffic as RequestTraffic,
    readSettings({ DATABASE_POOL_SIZE: '20' }),
  );
  let ended = 0;
  let began = 0;
  const first = database.withConnection(async () => {
    await pause(WORK_MS);
    ended = performance.now();
  });
  const second = database.withConnection(async () => {
    began = performance.now();
  });
  await first;
  const toResult = performance.now() - ended;
  await second;
  return { toResult, toSecond: began - ended };
}

describe('the database of the pipeline', () => {
  it('works on without a rest while no request is served, never on two things at once', async () => {
    const { toSecond } = await twice(false);
    expect(toSecond).toBeGreaterThanOrEqual(0);
    expect(toSecond).toBeLessThan(WORK_MS / 2);
  });

  it('rests as long as it worked while requests are served, and keeps no result back', async () => {
    const { toResult, toSecond } = await twice(true);
    expect(toSecond).toBeGreaterThan(WORK_MS - 5);
    expect(toResult).toBeLessThan(WORK_MS / 2);
  });

  it('gives the connection on when a work fails', async () => {
    const database = new PipelineDatabase(
      undefined as unknown as Database,
      { runAhead: () => Promise.reject(new Error('away')) } as unknown as UnitOfWork,
      { isServed: async () => true } as unknown as RequestTraffic,
      readSettings({}),
    );
    await expect(database.rows('SELECT 1', [])).rejects.toThrow('away');
    expect(await database.withConnection(async () => 'next')).toBe('next');
  });
});
