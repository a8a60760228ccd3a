import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aSubscriber } from '../../factories/integrations.factory.js';
import { createTestApplication, type TestApplication } from '../../support/application/test-application.js';
import { insertDelivery } from '../../support/application/inserted-delivery.js';
import { until } from '../../../src/testing/until.js';

const UNKNOWN = '7f3c1b52-8a44-4d0e-9b1e-3f5a6c7d8e90';

interface Delivery extends Record<string, unknown> {
  id: string;
  state: string;
  event_id: string;
  body: string;
  attempts: Record<string, unknown>[];
}

interface Received {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

let application: TestApplication;
let receiver: Server;
let received: Received[];

beforeAll(async () => {
  received = [];
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      response.writeHead(request.url === '/down' ? 500 : 200).end(`heard ${received.length}`);
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  application = await createTestApplication({
    delivers: true,
    settings: {
      WEBHOOK_MAX_SUBSCRIBERS: '100',
      WEBHOOK_ALLOW_HTTP: 'true',
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8,192.0.2.0/24',
    },
  });
});
afterAll(async () => {
  await application.close();
  receiver.close();
});

const url = (path: string) => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}${path}`;
const pathOf = (id: string) => `/v1/webhook-subscribers/${id}`;
const create = (members: object = {}) =>
  application.api.create<{ id: string; secret: string }>(
    '/v1/webhook-subscribers',
    aSubscriber({ ...members }),
  );
const insert = (id: string, members: object = {}) =>
  insertDelivery(application, application.organizationId, id, members);
const get = async (id: string, delivery: string) =>
  (await application.api.get<Delivery>(`${pathOf(id)}/deliveries/${delivery}`)).body;
const refusal = async (method: string, path: string, body?: unknown) => {
  const answer = await application.api.send(method, path, body);
  return [answer.status, answer.body.code];
};
const faults = async (method: string, path: string, body?: unknown) => {
  const answer = await application.api.send<{ errors: Record<string, string[]> }>(method, path, body);
  return [answer.status, Object.keys(answer.body.errors).sort()];
};

/** The delivery, once nothing more is going to happen to it. */
async function settled(id: string, delivery: string): Promise<Delivery> {
  const isOver = async () => !['pending', 'queued', 'sending'].includes((await get(id, delivery)).state);
  await until('nothing more happens to it', isOver);
  return get(id, delivery);
}

describe('a ping', () => {
  it('reaches this subscriber alone, signed, whatever it is subscribed to', async () => {
    const { id, secret } = await create({ url: url('/up') });
    received.length = 0;
    const { status, body } = await application.api.post<Delivery>(`${pathOf(id)}/ping`);
    expect(status).toBe(202);
    expect(body).toMatchObject({ webhook_subscriber_id: id, topic: 'webhook.ping', attempts: [] });
    const delivery = await settled(id, body.id);
    expect(delivery).toMatchObject({ state: 'delivered', attempt_count: 1, next_attempt_date: null });
    expect(delivery.attempts).toEqual([
      {
        id: expect.any(String),
        number: 1,
        started_date: expect.any(String),
        duration_ms: expect.any(Number),
        outcome: 'succeeded',
        response_status: 200,
        error_class: null,
        response_body: 'heard 1',
      },
    ]);
    const [message] = received as [Received];
    expect(received).toHaveLength(1);
    expect(message.body).toBe(delivery.body);
    expect(JSON.parse(message.body)).toEqual({
      Payload: { Id: id },
      Topic: 'webhook.ping',
      CorrelationId: delivery.event_id,
      EventOccurredOn: expect.any(String),
      Actor: { UserId: expect.any(String), AccessTokenId: expect.any(String) },
      Sequence: null,
    });
    const timestamp = String(message.headers['x-service-timestamp']);
    const signature = createHmac('sha256', secret).update(`${timestamp}.${message.body}`).digest('hex');
    expect(message.headers['x-service-signature']).toBe(`sha256=${signature}`);
    expect(message.headers['webhook-id']).toBe(delivery.event_id);
  });

  it('is one attempt, and tells what the receiver answered', async () => {
    const { id } = await create({ url: url('/down') });
    const { body } = await application.api.post<Delivery>(`${pathOf(id)}/ping`);
    const delivery = await settled(id, body.id);
    expect(delivery.state).toBe('exhausted');
    expect(delivery.attempts).toMatchObject([{ outcome: 'failed', response_status: 500, error_class: null }]);
  });

  it('is not sent to a disabled subscriber: 409 webhook_subscriber.disabled', async () => {
    const { id } = await create();
    const delivery = await insert(id);
    await application.api.patch(pathOf(id), { status: 'disabled' });
    const range = { created_after: '2020-01-01T00:00:00Z', created_before: '2040-01-01T00:00:00Z' };
    const requests: [string, unknown?][] = [
      ['/ping'],
      [`/deliveries/${delivery}/redeliver`],
      ['/redeliver', range],
    ];
    for (const [path, body] of requests) {
      expect(await refusal('POST', pathOf(id) + path, body)).toEqual([409, 'webhook_subscriber.disabled']);
    }
  });
});

describe('an event', () => {
  const clients = () =>
    application.api.create('/v1/clients', { name: `Client ${Date.now()} ${Math.random()}` });
  const listed = async (id: string) =>
    (await application.api.get<{ results: Delivery[] }>(`${pathOf(id)}/deliveries`)).body.results;

  it('reaches those who are subscribed to it, once each, signed with both secrets after a rotation', async () => {
    const [all, some, others] = await Promise.all([1, 2, 3].map(() => create({ url: url('/up') })));
    const subscribe = (subscriber: { id: string } | undefined, ...topics: string[]) =>
      application.api.post(`${pathOf(subscriber?.id ?? '')}/subscriptions`, { topics });
    await subscribe(all, '*', 'client.*', 'client.created');
    await subscribe(some, 'client.created');
    await subscribe(others, 'project.*', 'client.modified');
    await application.api.post(`${pathOf(some?.id ?? '')}/rotate-secret`);
    received.length = 0;
    const { id } = await clients();
    await until('both have arrived', () => received.length >= 2);
    const bodies = received.map(({ body }) => JSON.parse(body) as { Payload: { Id: string }; Topic: string });
    expect(bodies.map(({ Payload, Topic }) => [Payload.Id, Topic])).toEqual([
      [id, 'client.created'],
      [id, 'client.created'],
    ]);
    const signatures = received.map(({ headers }) => String(headers['webhook-signature']).split(' ').length);
    expect(signatures.sort()).toEqual([1, 2]);
    expect(await listed(others?.id ?? '')).toEqual([]);
  });

  it('is not sent to whom it was unsubscribed for, nor to a deleted subscriber', async () => {
    const { id } = await create({ url: url('/up') });
    const deleted = await create({ url: url('/up') });
    const marker = await create({ url: url('/up') });
    for (const subscriber of [id, deleted.id, marker.id]) {
      await application.api.post(`${pathOf(subscriber)}/subscriptions`, { topics: ['client.*'] });
    }
    await application.api.delete(`${pathOf(id)}/subscriptions/client.*`);
    await application.api.delete(pathOf(deleted.id));
    await clients();
    await until('the marker has come', async () => (await listed(marker.id)).length > 0);
    expect(await listed(id)).toEqual([]);
    const rows = await application.database.query<object[]>(
      'SELECT 1 FROM webhook_deliveries WHERE webhook_subscriber_id = $1',
      [deleted.id],
    );
    expect(rows).toEqual([]);
  });
});

describe('the deliveries to a webhook subscriber', () => {
  it('are listed in the order in which they were made, by state, topic and time', async () => {
    const { id } = await create();
    const first = await insert(id, { topic: 'project.created', createdAt: '2026-11-01T10:00:00.000Z' });
    const second = await insert(id, {
      topic: 'project.modified',
      state: 'exhausted',
      createdAt: '2026-11-02T10:00:00.000Z',
      attempts: [503, 'connect_timeout'],
    });
    const third = await insert(id, {
      topic: 'project.created',
      state: 'parked',
      createdAt: '2026-11-03T10:00:00.000Z',
      attempts: [],
    });
    const list = async (query: string) => {
      const { body } = await application.api.get<{ results: Delivery[] }>(
        `${pathOf(id)}/deliveries?${query}`,
      );
      return body.results;
    };
    const ids = async (query: string) => (await list(query)).map((delivery) => delivery.id);
    expect(await ids('')).toEqual([first, second, third]);
    expect(await ids('pageSize=1&page=2')).toEqual([second]);
    expect(await ids('state=exhausted&state=parked')).toEqual([second, third]);
    expect(await ids('topic=project.created')).toEqual([first, third]);
    expect(await ids('created_after=2026-11-02T10:00:00Z')).toEqual([second, third]);
    expect(await ids('created_before=2026-11-02T11:00:00%2B01:00')).toEqual([first]);
    expect(await ids('created_before=2026-11-03T09:00:00%2B23:00')).toEqual([first]);
    const [delivered, exhausted, parked] = await list('');
    expect(delivered).toMatchObject({
      webhook_subscriber_id: id,
      topic: 'project.created',
      state: 'delivered',
      attempt_count: 1,
      next_attempt_date: null,
      is_redelivery: false,
      last_attempt_date: '2026-11-01T10:00:00.000Z',
      response_status: 204,
      error_class: null,
      created_date: '2026-11-01T10:00:00.000Z',
    });
    expect(exhausted).toMatchObject({ response_status: null, error_class: 'connect_timeout' });
    expect(parked).toMatchObject({ last_attempt_date: null, response_status: null, error_class: null });
  });

  it('are filtered by what there is, else 400', async () => {
    const { id } = await create();
    const path = `${pathOf(id)}/deliveries`;
    for (const [query, member] of [
      ['state=lost', 'state'],
      ['topic=project.*', 'topic'],
      ['created_after=2026-11-21', 'created_after'],
      ['created_before=2026-11-21T00:00:00Z&created_before=2026-11-22T00:00:00Z', 'created_before'],
      ['subscriber=1', 'subscriber'],
    ]) {
      expect(await faults('GET', `${path}?${query}`)).toEqual([400, [member]]);
    }
  });

  it('show what was sent and each attempt', async () => {
    const { id } = await create();
    const delivery = await insert(id, { state: 'exhausted', attempts: ['address_unavailable', 500] });
    const found = await get(id, delivery);
    expect(JSON.parse(found.body)).toEqual({ Topic: 'project.created', CorrelationId: found.event_id });
    expect(found.attempts).toMatchObject([
      {
        number: 1,
        outcome: 'failed',
        response_status: null,
        error_class: 'address_unavailable',
        response_body: null,
      },
      { number: 2, outcome: 'failed', response_status: 500, error_class: null, response_body: 'answer 2' },
    ]);
  });

  it('are found with their own subscriber only, else 404 webhook_delivery.not_found', async () => {
    const first = await create();
    const second = await create();
    const delivery = await insert(first.id);
    for (const path of [
      `${pathOf(second.id)}/deliveries/${delivery}`,
      `${pathOf(first.id)}/deliveries/${UNKNOWN}`,
    ]) {
      expect(await refusal('GET', path)).toEqual([404, 'webhook_delivery.not_found']);
      expect(await refusal('POST', `${path}/redeliver`)).toEqual([404, 'webhook_delivery.not_found']);
    }
  });
});

describe('a redelivery', () => {
  it('is one new attempt with the same id and body', async () => {
    const { id } = await create({ url: url('/up') });
    const ping = await application.api.post<Delivery>(`${pathOf(id)}/ping`);
    const before = await settled(id, ping.body.id);
    received.length = 0;
    const { status, body } = await application.api.post<Delivery>(
      `${pathOf(id)}/deliveries/${before.id}/redeliver`,
    );
    expect([status, body.is_redelivery]).toEqual([202, true]);
    const after = await settled(id, before.id);
    expect(after).toMatchObject({ state: 'delivered', event_id: before.event_id, body: before.body });
    expect(after.attempts).toHaveLength(2);
    expect(received.map((message) => [message.headers['webhook-id'], message.body])).toEqual([
      [before.event_id, before.body],
    ]);
  });

  it('is not made of what is still to be sent: 409 webhook_delivery.not_over', async () => {
    const { id } = await create();
    for (const state of ['pending', 'parked', 'cancelled']) {
      const delivery = await insert(id, { state });
      expect(await refusal('POST', `${pathOf(id)}/deliveries/${delivery}/redeliver`)).toEqual([
        409,
        'webhook_delivery.not_over',
      ]);
    }
  });

  it('of a range is one of each delivery that was made in it and is over', async () => {
    const { id } = await create({ url: url('/up') });
    const at = (day: number) => `2026-11-0${day}T10:00:00.000Z`;
    const made = {
      before: await insert(id, { createdAt: at(1) }),
      delivered: await insert(id, { createdAt: at(2) }),
      exhausted: await insert(id, { createdAt: at(3), state: 'exhausted', attempts: [500] }),
      parked: await insert(id, { createdAt: at(3), state: 'parked' }),
      after: await insert(id, { createdAt: at(4) }),
    };
    const redeliver = (range: object) =>
      application.api.post<{ count: number }>(`${pathOf(id)}/redeliver`, range);
    const range = { created_after: at(2), created_before: at(4) };
    const failed = await redeliver({ ...range, states: ['exhausted'] });
    expect([failed.status, failed.body]).toEqual([202, { count: 1 }]);
    expect((await settled(id, made.exhausted)).attempts).toHaveLength(2);
    expect((await redeliver(range)).body).toEqual({ count: 2 });
    expect((await settled(id, made.exhausted)).attempts).toHaveLength(3);
    expect((await settled(id, made.delivered)).attempts).toHaveLength(2);
    for (const untouched of [made.before, made.parked, made.after]) {
      expect((await get(id, untouched)).is_redelivery).toBe(false);
    }
    expect((await redeliver({ created_after: at(8), created_before: at(9) })).body).toEqual({ count: 0 });
  });

  it('of a range needs one that ends after it begins, else 400 request.invalid', async () => {
    const { id } = await create();
    const path = `${pathOf(id)}/redeliver`;
    expect(await faults('POST', path, {})).toEqual([400, ['created_after', 'created_before']]);
    const moment = '2026-11-21T06:30:00Z';
    expect(await faults('POST', path, { created_after: moment, created_before: moment })).toEqual([
      400,
      ['created_before'],
    ]);
    const states = ['parked'];
    const range = { created_after: moment, created_before: '2026-11-22T06:30:00Z', states };
    expect(await faults('POST', path, range)).toEqual([400, ['states[0]']]);
  });
});
