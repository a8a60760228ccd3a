import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MonitoringServer } from '../../../src/platform/metrics/monitoring-server.js';
import { ApiClient } from '../../support/requests/api-client.js';
import { pause } from '../../support/programs/program.js';
import { shareTestModule } from '../../support/application/shared-application.js';
import {
  createTestApplication,
  createTestModule,
  type TestApplication,
} from '../../support/application/test-application.js';
import { createWorld } from '../../support/application/world.js';

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const paths = Array.from({ length: 100 }, (_, index) => `/${index % 2 ? 'v1/' : ''}nothing-${index * 7919}`);

describe('the metrics', () => {
  let application: TestApplication;
  let address: string;

  beforeAll(async () => {
    application = await createTestApplication({
      settings: { METRICS_PORT: '0', RATE_LIMIT_UNAUTHENTICATED_REQUESTS: '1000000' },
    });
    address = `http://127.0.0.1:${await application.get(MonitoringServer).start()}`;
  });
  afterAll(() => application.close());

  const text = async (): Promise<string> => {
    // A request is counted when its answer has gone.
    await pause(50);
    return (await fetch(`${address}/metrics`)).text();
  };

  const samples = async (): Promise<Sample[]> =>
    (await text())
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
        const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, word]) => [key, word]);
        return { name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) };
      });

  const valueOf = async (name: string, labels: Record<string, string> = {}): Promise<number | undefined> =>
    (await samples()).find(
      (sample) =>
        sample.name === name && Object.entries(labels).every(([key, word]) => sample.labels[key] === word),
    )?.value;

  const requests = (route: string, method: string, status: number) =>
    valueOf('http_request_duration_seconds_count', { route, method, status: String(status) });

  it('are text as Prometheus reads it, with those of the process', async () => {
    const response = await fetch(`${address}/metrics`);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
    const found = new Set((await samples()).map(({ name }) => name));
    for (const name of ['process_cpu_seconds_total', 'nodejs_eventloop_lag_p99_seconds', 'database_up']) {
      expect(found).toContain(name);
    }
    for (const { name, value } of await samples()) expect([name, Number.isNaN(value)]).toEqual([name, false]);
  });

  it('count requests by the template of their route, by method and status, also those that are refused', async () => {
    const { api, url } = application;
    const made = await api.create('/v1/tags', { name: 'Counted' });
    await api.patch(`/v1/tags/${made.id}`, { name: 'Counted again' });
    await api.get('/v1/tags/7f3c1b52-8a44-4d0e-9b1e-3f5a6c7d8e90');
    await api.send('POST', '/v1/tags', '{');
    await new ApiClient(url).get(`/v1/tags/${made.id}`);
    await new ApiClient(url).get('/health/live');
    await api.send('DELETE', '/v1/me');
    expect(await requests('/v1/tags', 'POST', 201)).toBe(1);
    expect(await requests('/v1/tags/:id', 'PATCH', 200)).toBe(1);
    expect(await requests('/v1/tags', 'POST', 400)).toBe(1);
    expect(await requests('/v1/tags/:id', 'GET', 401)).toBe(1);
    expect(await requests('/v1/me', 'DELETE', 405)).toBe(1);
    expect(await requests('/health/live', 'GET', 200)).toBe(1);
    const buckets = (await samples()).filter(
      ({ name, labels }) => name === 'http_request_duration_seconds_bucket' && labels.method === 'PATCH',
    );
    expect(buckets.map(({ labels }) => labels.le)).toEqual(
      expect.arrayContaining(['0.005', '1', '10', '+Inf']),
    );
  });

  it('have one series for all paths that nobody knows, whoever invents them', async () => {
    const before = await samples();
    for (let index = 0; index < paths.length; index += 50) {
      const some = paths.slice(index, index + 50);
      await Promise.all(
        some.map((path, place) => fetch(application.url + path, { method: place % 5 ? 'GET' : 'PROPFIND' })),
      );
    }
    await fetch(`${application.url}/v1/%ff`);
    const after = await samples();
    const invented = after.filter(({ labels }) => labels.route === 'other');
    const series = new Set(invented.map(({ labels }) => `${labels.method} ${labels.status}`));
    expect([...series].sort()).toEqual(['GET 401', 'GET 404', 'other 401', 'other 404']);
    const counts = invented.filter(({ name }) => name.endsWith('_count')).map(({ value }) => value);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(paths.length + 1);
    expect(after.length - before.length).toBeLessThan(80);
    expect(await text()).not.toContain('nothing-');
  });

  it('hold no token, no id, no address and no name in any label', async () => {
    const world = await createWorld(application, 'Metrics world');
    await world.api.get('/v1/people?terms=world@example.com');
    await world.api.get(`/v1/people/${world.ids['/v1/people']}`);
    const all = await text();
    expect(all).not.toContain(world.token);
    expect(all).not.toMatch(/pda_|@|[0-9a-f]{8}-[0-9a-f]{4}-|Northwind|terms/);
    const names = new Set((await samples()).flatMap(({ labels }) => Object.keys(labels)));
    expect([...names].sort()).toEqual(
      expect.arrayContaining(['le', 'method', 'outcome', 'route', 'state', 'status']),
    );
    const known = [
      'kind',
      'le',
      'major',
      'method',
      'minor',
      'outcome',
      'patch',
      'quantile',
      'route',
      'space',
    ];
    known.push('state', 'status', 'type', 'version');
    expect([...names].filter((name) => !known.includes(name))).toEqual([]);
  });

  it('tell how deliveries stand', async () => {
    const { database } = application;
    await pause(1100);
    const pending = (await valueOf('webhook_deliveries', { state: 'pending' })) ?? 0;
    await database.query(
      `UPDATE webhook_deliveries SET state = 'pending', next_attempt_at = now() - interval '90 seconds'`,
    );
    await pause(1100);
    expect(await valueOf('webhook_deliveries', { state: 'pending' })).toBe(pending + 1);
    expect(await valueOf('webhook_deliveries', { state: 'sending' })).toBe(0);
    expect(await valueOf('webhook_deliveries_in_flight')).toBe(0);
    const due = (await valueOf('webhook_oldest_due_delivery_seconds')) ?? 0;
    expect(Math.round(due / 30)).toBe(3);
    expect(await valueOf('webhook_oldest_outbox_event_seconds')).toBeGreaterThan(0);
    expect(await valueOf('webhook_lease_takeovers_total')).toBe(0);
    expect(await valueOf('webhook_attempts_total', { outcome: 'succeeded' })).toBe(0);
    // This process delivers nothing, so it has no queue.
    expect(await valueOf('webhook_queue_connected')).toBeUndefined();
    expect(await valueOf('database_up')).toBe(1);
  });

  it('are beside the health checks, and nothing else is there', async () => {
    const status = async (path: string, method = 'GET') => (await fetch(address + path, { method })).status;
    expect(await status('/health/live')).toBe(200);
    expect(await status('/health/ready')).toBe(200);
    expect(await status('/metrics', 'HEAD')).toBe(200);
    expect(await status('/metrics', 'POST')).toBe(405);
    expect(await status('/v1/me')).toBe(404);
    // And they are not where everybody is.
    expect((await fetch(`${application.url}/metrics`)).status).toBe(404);
  });

  it('are off unless a port is set, and end with the application', async () => {
    const plain = await shareTestModule();
    expect(await plain.get(MonitoringServer).start()).toBeNull();
    await plain.close();

    const other = await createTestModule({
      databaseUrl: application.databaseUrl,
      settings: { METRICS_PORT: '0' },
    });
    const port = (await other.get(MonitoringServer).start()) ?? 0;
    const idle = connect(port, '127.0.0.1');
    await new Promise((resolve) => idle.once('connect', resolve));
    await other.close();
    await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow();
    idle.destroy();
  });

  it('on a port that is taken stop the start with a sentence that says what to do', async () => {
    const taken = new URL(address).port;
    const other = await createTestModule({
      databaseUrl: application.databaseUrl,
      settings: { METRICS_PORT: taken },
    });
    await expect(other.get(MonitoringServer).start()).rejects.toThrow(
      `The metrics cannot listen on port ${taken} of 127.0.0.1 (EADDRINUSE): set another METRICS_PORT or METRICS_HOST.`,
    );
    await other.close();
  });
});
