import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { RequestTraffic } from '../../../src/contexts/integrations/delivery-pipeline/background/request-traffic.js';
import { createTestApplication, type TestApplication } from '../../support/application/test-application.js';
import { until } from '../../../src/testing/until.js';

const LONG_AGO_MS = 600;

describe('requests that are served', () => {
  let worker: TestApplication;
  const isServed = (): Promise<boolean> => worker.get(RequestTraffic).isServed();

  const namesOfConnections = async (): Promise<string[]> => {
    const found = await worker.database.query<{ application_name: string }[]>(
      'SELECT DISTINCT application_name FROM pg_stat_activity WHERE datname = current_database()',
    );
    return found.map(({ application_name }) => application_name);
  };

  beforeAll(async () => {
    worker = await createTestApplication({ delivers: true });
    await pause(LONG_AGO_MS);
  });
  afterAll(() => worker.close());

  it('by the process that delivers are seen, and over soon after', async () => {
    expect(await isServed()).toBe(false);
    await fetch(`${worker.url}/health/live`);
    expect(await isServed()).toBe(true);
    await pause(LONG_AGO_MS);
    expect(await isServed()).toBe(false);
  });

  it('by a process that does nothing else are seen, and over soon after', async () => {
    const other = new Client({
      connectionString: worker.databaseUrl,
      application_name: 'planning-requests',
    });
    await other.connect();
    try {
      await pause(LONG_AGO_MS);
      expect(await isServed()).toBe(false);
      await pause(LONG_AGO_MS);
      // The pipeline may have asked a moment before, and the answer holds for some moments.
      await until('they are seen', async () => {
        await other.query('SELECT 1');
        return isServed();
      });
      await pause(LONG_AGO_MS);
      expect(await isServed()).toBe(false);
    } finally {
      await other.end();
    }
  });

  it('are known by the names that processes have at PostgreSQL', async () => {
    expect(await namesOfConnections()).not.toContain('planning-requests');
    const api = await createTestApplication({ databaseUrl: worker.databaseUrl, delivers: false });
    expect(await namesOfConnections()).toContain('planning-requests');
    await api.close();
  });
});
