import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { DeliveryGauges } from '../../../src/contexts/integrations/delivery-pipeline/delivery-gauges.js';
import { Health } from '../../../src/platform/health/health.js';
import { ApiClient } from '../../support/requests/api-client.js';
import { DatabaseDetour } from '../../support/servers/database-detour.js';
import { pause } from '../../support/programs/program.js';
import { createTestApplication, type TestApplication } from '../../support/application/test-application.js';
import { insertDelivery } from '../../support/application/inserted-delivery.js';
import { createTestDatabase } from '../../../src/testing/test-database.js';
import { until } from '../../../src/testing/until.js';
import { limitFor } from '../../support/programs/machine-load.js';

interface Readiness {
  readonly status: string;
  readonly details: { database: { status: string }; webhooks: Record<string, unknown> };
}

describe('the health checks', () => {
  let application: TestApplication;
  let monitored: TestApplication;
  let detour: DatabaseDetour & { url: string };
  let anybody: ApiClient;

  beforeAll(async () => {
    application = await createTestApplication({
      settings: { RATE_LIMIT_UNAUTHENTICATED_REQUESTS: '3', RATE_LIMIT_REQUESTS: '100' },
    });
    detour = await DatabaseDetour.open(application.databaseUrl);
    monitored = await createTestApplication({ databaseUrl: detour.url });
    anybody = new ApiClient(monitored.url);
  });
  afterAll(async () => {
    detour.become('open');
    await monitored.close();
    detour.close();
    await application.close();
  });

  const comesBack = () =>
    until('it is ready again', async () => (await anybody.get('/health/ready')).status === 200, 30, 100);

  it('are answered without a token, and say nothing that a client could keep', async () => {
    const live = await anybody.get('/health/live');
    expect([live.status, live.body]).toEqual([200, { status: 'live' }]);
    expect(live.headers.get('cache-control')).toBe('no-store');
    expect(live.headers.get('x-request-id')).toBeTruthy();

    const ready = await anybody.get<Readiness>('/health/ready');
    expect(ready.status).toBe(200);
    expect(ready.body).toEqual({
      status: 'ok',
      details: {
        database: { status: 'up' },
        webhooks: {
          status: 'up',
          queue: 'off',
          oldest_due_delivery_seconds: 0,
          oldest_held_up_delivery_seconds: 0,
          oldest_outbox_event_seconds: expect.any(Number),
        },
        events: { status: 'up', oldest_unhandled_event_seconds: 0, failing_subscribers: 0 },
      },
    });
  });

  it('have no rate limit, and use up nobody else’s', async () => {
    const client = new ApiClient(application.url);
    const left = async (): Promise<number> => {
      const [, count] = /r=(\d+);/.exec((await client.get('/v1/me')).headers.get('ratelimit') ?? '') ?? [];
      return Number(count);
    };
    // The first answer makes it read the API description, which counts.
    await client.get('/health/ready');
    const before = await left();
    const answers = await Promise.all(Array.from({ length: 50 }, () => client.get('/health/ready')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers[0]?.headers.get('ratelimit')).toBeNull();
    expect(await left()).toBe(before - 1);
  });

  it('can only be read: another method is refused as everywhere (request.method_not_allowed)', async () => {
    const { status, body, headers } = await anybody.post('/health/live', {});
    expect([status, body.code, headers.get('allow')]).toEqual([405, 'request.method_not_allowed', 'GET']);
    expect((await fetch(`${monitored.url}/health/live`, { method: 'HEAD' })).status).toBe(200);
  });

  it('ask the database once a second, however often they are asked', async () => {
    const read = jest.spyOn(application.get(DeliveryGauges), 'read');
    const client = new ApiClient(application.url);
    const began = performance.now();
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(Array.from({ length: 20 }, () => client.get('/health/ready')));
    }
    expect(read.mock.calls.length).toBeLessThanOrEqual(1 + (performance.now() - began) / 1000);
  });

  it('say that the process stops as soon as it begins to, and that it lives', async () => {
    const stopping = await createTestApplication({ databaseUrl: application.databaseUrl });
    stopping.get(Health).announceStop();
    const client = new ApiClient(stopping.url);
    const ready = await client.get<Readiness>('/health/ready');
    expect([ready.status, ready.body.status]).toEqual([503, 'shutting_down']);
    expect(ready.body.details.database).toEqual({ status: 'up' });
    expect((await client.get('/health/live')).status).toBe(200);
    await stopping.close();
  });

  it('say 503 at once when PostgreSQL refuses, live all the same, and recover by themselves', async () => {
    await pause(1100);
    detour.become('cut');
    await pause(1100);
    const ready = await anybody.get<Readiness>('/health/ready');
    expect([ready.status, ready.body.status, ready.body.details.database]).toEqual([
      503,
      'error',
      { status: 'down' },
    ]);
    expect(ready.body.details.webhooks).toMatchObject({
      status: 'degraded',
      oldest_due_delivery_seconds: null,
      oldest_held_up_delivery_seconds: null,
    });
    expect(JSON.stringify(ready.body)).not.toMatch(/127\.0\.0\.1|ECONN|postgres/i);
    expect((await anybody.get('/health/live')).status).toBe(200);
    detour.become('open');
    await comesBack();
  });

  it('say 503 within two seconds when PostgreSQL is silent, and live at once', async () => {
    await pause(1100);
    detour.become('silent');
    const began = performance.now();
    const [ready, live] = await Promise.all([
      anybody.get('/health/ready'),
      anybody.get('/health/live').then(({ status }) => ({ status, after: performance.now() - began })),
    ]);
    expect(ready.status).toBe(503);
    const after = performance.now() - began;
    expect(after).toBeLessThan(8000);
    expect(live.status).toBe(200);
    expect(live.after).toBeLessThan(after / 2);
    // The question is out already: who asks now waits no further.
    const again = performance.now();
    expect((await anybody.get('/health/ready')).status).toBe(503);
    const waited = performance.now() - again;
    detour.become('open');
    expect(waited).toBeLessThan(await limitFor(waited, 1500));
    await comesBack();
  });

  it('tell of an event that waits and of a delivery that is due, and are ready all the same', async () => {
    const { database, organizationId, api } = application;
    const subscriber = await api.create('/v1/webhook-subscribers', {
      name: 'CRM',
      url: 'https://93.184.215.14/hooks',
    });
    await insertDelivery(application, organizationId, subscriber.id, { state: 'pending', attempts: [] });
    await database.query(`UPDATE webhook_deliveries SET next_attempt_at = now() - interval '20 minutes'`);
    await database.query(
      `INSERT INTO outbox_events (id, organization_id, topic, body, occurred_at, number)
       VALUES ($1, $2, 'client.created', '{}', now() - interval '2 hours', 0)`,
      ['00000000-0000-7000-8000-000000000000', organizationId],
    );
    await pause(1100);
    const { status, body } = await api.get<Readiness>('/health/ready');
    expect([status, body.status]).toEqual([200, 'degraded']);
    const { webhooks } = body.details;
    expect(webhooks.status).toBe('degraded');
    expect(Math.floor(Number(webhooks.oldest_outbox_event_seconds) / 60)).toBe(120);
    expect(Math.floor(Number(webhooks.oldest_due_delivery_seconds) / 60)).toBe(20);
  });

  it('tell of a queue that is reached, and of one that is away, and are ready with both', async () => {
    const { url: databaseUrl, drop } = await createTestDatabase();
    for (const [settings, queue, status] of [
      [{}, 'connected', 'up'],
      [{ REDIS_URL: 'redis://127.0.0.1:1' }, 'away', 'degraded'],
      [{ QUEUE: 'off' }, 'off', 'up'],
    ] as const) {
      const delivering = await createTestApplication({ delivers: true, settings, databaseUrl });
      const client = new ApiClient(delivering.url);
      const webhooks = async () => {
        const ready = await client.get<Readiness>('/health/ready');
        expect(ready.status).toBe(200);
        return ready.body.details.webhooks;
      };
      // A busy database gives no figures in time, which counts as degraded.
      const isSo = async () => {
        const found = await webhooks();
        return found.queue === queue && found.status === status;
      };
      await until(`the queue is ${queue}, and ${status}`, isSo, 30, 100);
      await delivering.close();
    }
    await drop();
  });
});
