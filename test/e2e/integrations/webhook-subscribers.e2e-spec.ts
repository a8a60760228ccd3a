import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SecretVault } from '../../../src/contexts/integrations/signing/secret-vault.js';
import { aSubscriber } from '../../factories/integrations.factory.js';
import { createTestApplication, type TestApplication } from '../../support/application/test-application.js';
import { insertDelivery } from '../../support/application/inserted-delivery.js';

const UNKNOWN = '7f3c1b52-8a44-4d0e-9b1e-3f5a6c7d8e90';
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const DAY_MS = 86_400_000;

interface Subscriber extends Record<string, unknown> {
  id: string;
  name: string;
  url: string;
  secret: string;
  topics: string[];
  modified_date: string;
  previous_secret_expires_date: string | null;
}

interface StoredSecrets {
  status: string;
  secret: string;
  previous_secret: string | null;
}

let application: TestApplication;

beforeAll(async () => {
  application = await createTestApplication({
    settings: { WEBHOOK_MAX_SUBSCRIBERS: '100' },
  });
});
afterAll(() => application.close());

const pathOf = (id: string) => `/v1/webhook-subscribers/${id}`;
const create = (members: object = {}) =>
  application.api.create<Subscriber>('/v1/webhook-subscribers', aSubscriber({ ...members }));
const get = async (id: string) => (await application.api.get<Subscriber>(pathOf(id))).body;
const subscribe = (id: string, topics: unknown) =>
  application.api.post<{ topics: string[]; errors: Record<string, string[]> }>(
    `${pathOf(id)}/subscriptions`,
    { topics },
  );
const refusal = async (method: string, path: string, body?: unknown) => {
  const answer = await application.api.send(method, path, body);
  return [answer.status, answer.body.code];
};
const faults = async (method: string, path: string, body: unknown) => {
  const answer = await application.api.send<{ errors: Record<string, string[]> }>(method, path, body);
  return [answer.status, Object.keys(answer.body.errors).sort()];
};
const stored = async (id: string): Promise<StoredSecrets> => {
  const rows = await application.database.query<StoredSecrets[]>(
    'SELECT status, secret, previous_secret FROM webhook_subscribers WHERE id = $1',
    [id],
  );
  return rows[0] as StoredSecrets;
};
const opened = async (id: string) => {
  const { secret, previous_secret } = await stored(id);
  const vault = application.get(SecretVault);
  return [vault.open(secret), previous_secret && vault.open(previous_secret)];
};

describe('webhook subscribers', () => {
  it('are made with a secret that is shown this once and stored encrypted', async () => {
    const { status, headers, body } = await application.api.post<Subscriber>('/v1/webhook-subscribers', {
      name: ' CRM sync ',
      url: 'https://192.0.2.1/hooks?tenant=1',
    });
    expect([status, headers.get('location')]).toEqual([201, pathOf(body.id)]);
    expect(body).toMatchObject({
      name: 'CRM sync',
      url: 'https://192.0.2.1/hooks?tenant=1',
      description: null,
      status: 'enabled',
      disabled_reason: null,
      disabled_date: null,
      topics: [],
      failing_since: null,
      failures_in_row: 0,
      previous_secret_expires_date: null,
    });
    const { secret, ...shown } = body;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await get(body.id)).toEqual(shown);
    expect(
      (await application.api.get<{ results: unknown[] }>('/v1/webhook-subscribers')).body.results,
    ).toEqual([shown]);
    expect(await opened(body.id)).toEqual([secret, null]);
    expect((await stored(body.id)).secret).not.toContain(secret.slice(6, 20));
  });

  it('can bring a secret of their own', async () => {
    const { id, secret } = await create({ secret: SECRET, description: 'Notes' });
    expect(secret).toBe(SECRET);
    expect(await opened(id)).toEqual([SECRET, null]);
  });

  it('are refused with 400 that names each member', async () => {
    const path = '/v1/webhook-subscribers';
    expect(await faults('POST', path, {})).toEqual([400, ['name', 'url']]);
    expect(await faults('POST', path, aSubscriber({ secret: 'whsec_short', topics: ['*'] }))).toEqual([
      400,
      ['secret', 'topics'],
    ]);
    const { id } = await create();
    const filters = {
      project_ids: [],
      modified_properties: ['Status', 'status', 'status'],
      exclude_access_token_ids: ['me'],
    };
    expect(await faults('PATCH', pathOf(id), filters)).toEqual([
      400,
      ['exclude_access_token_ids[0]', 'modified_properties[0]', 'modified_properties[2]', 'project_ids'],
    ]);
    expect(await faults('PATCH', pathOf(id), { name: null, status: 'deleted', secret: SECRET })).toEqual([
      400,
      ['name', 'secret', 'status'],
    ]);
  });

  it.each([
    'http://93.184.215.14/hooks',
    'https://localhost/hooks',
    'https://127.0.0.1/hooks',
    'https://169.254.169.254/latest',
    'https://[::ffff:10.0.0.1]/',
    'https://user:word@93.184.215.14/',
    'https://93.184.215.14:25/',
  ])('are refused with 400 request.invalid at %s, which is no public web address', async (url) => {
    expect(await faults('POST', '/v1/webhook-subscribers', aSubscriber({ url }))).toEqual([400, ['url']]);
    const { id } = await create();
    expect(await faults('PATCH', pathOf(id), { url })).toEqual([400, ['url']]);
  });

  it.each([
    'https://2130706433/',
    'https://0x7f.1/',
    'https://127.0.0.1./',
    'https://[::1]/',
    'https://app.localhost./',
  ])('are refused with 400 request.invalid at %s, however that is spelled', async (url) => {
    expect(await faults('POST', '/v1/webhook-subscribers', aSubscriber({ url }))).toEqual([400, ['url']]);
  });

  it.each(['https://database.corp.example/', 'https://nobody-knows.example./', 'https://bücher.example/'])(
    'may have the name %s, which is not looked up before something is sent',
    async (url) => {
      const { id } = await create({ url });
      expect((await get(id)).url).toBe(url);
      const moved = await application.api.patch(pathOf(id), { url: `${url}moved` });
      expect([moved.status, moved.body.url]).toEqual([200, `${url}moved`]);
    },
  );

  it('are a limited number, else 409 webhook_subscriber.limit_reached; a deleted one does not count', async () => {
    const limited = await createTestApplication({
      databaseUrl: application.databaseUrl,
      settings: {
        WEBHOOK_MAX_SUBSCRIBERS: '2',
      },
    });
    try {
      const { api } = await limited.organization('Limited');
      const { id } = await api.create('/v1/webhook-subscribers', aSubscriber());
      await api.create('/v1/webhook-subscribers', aSubscriber());
      const third = await api.post('/v1/webhook-subscribers', aSubscriber());
      expect([third.status, third.body.code]).toEqual([409, 'webhook_subscriber.limit_reached']);
      await api.delete(pathOf(id));
      await api.create('/v1/webhook-subscribers', aSubscriber());
    } finally {
      await limited.close();
    }
  });

  it('that do not exist are refused with 404 webhook_subscriber.not_found', async () => {
    const requests: [string, string, unknown?][] = [
      ['GET', ''],
      ['PATCH', '', { name: 'x' }],
      ['DELETE', ''],
      ['GET', '/subscriptions'],
      ['POST', '/subscriptions', { topics: ['*'] }],
      ['DELETE', '/subscriptions/project.*'],
      ['POST', '/rotate-secret', {}],
      ['POST', '/ping'],
      ['GET', '/deliveries'],
    ];
    for (const [method, path, body] of requests) {
      expect(await refusal(method, pathOf(UNKNOWN) + path, body)).toEqual([
        404,
        'webhook_subscriber.not_found',
      ]);
    }
  });

  it('change by the members that are sent, and not at all when nothing differs', async () => {
    const { secret: _secret, ...before } = await create({ description: 'Old' });
    const same = await application.api.patch<Subscriber>(pathOf(before.id), {
      name: before.name,
      url: before.url,
      description: 'Old',
      status: 'enabled',
    });
    expect([same.status, same.body]).toEqual([200, before]);
    const changed = await application.api.patch<Subscriber>(pathOf(before.id), {
      name: 'Renamed',
      url: 'https://192.0.2.1/other',
      description: null,
    });
    expect(changed.body).toEqual({
      ...before,
      name: 'Renamed',
      url: 'https://192.0.2.1/other',
      description: null,
      modified_date: expect.any(String),
    });
    const events = await application.database.query<object[]>(
      `SELECT topic, modified_properties AS members FROM outbox_events WHERE topic LIKE 'webhook%' ORDER BY id DESC LIMIT 2`,
    );
    expect(events).toEqual([
      { topic: 'webhooksubscriber.modified', members: ['name', 'url', 'description'] },
      { topic: 'webhooksubscriber.created', members: null },
    ]);
  });

  it('keep what is not delivered while they are disabled, and start anew when they are enabled', async () => {
    const { id } = await create();
    const delivery = await insertDelivery(application, application.organizationId, id, { state: 'pending' });
    await application.database.query(
      'UPDATE webhook_subscribers SET failing_since = now(), failures_in_row = 3 WHERE id = $1',
      [id],
    );
    const stateOf = async () =>
      (await application.api.get(`${pathOf(id)}/deliveries/${delivery}`)).body.state;
    const disabled = await application.api.patch(pathOf(id), { status: 'disabled' });
    expect(disabled.body).toMatchObject({
      status: 'disabled',
      disabled_reason: 'requested',
      disabled_date: expect.any(String),
      failures_in_row: 3,
    });
    expect(await stateOf()).toBe('parked');
    const enabled = await application.api.patch(pathOf(id), { status: 'enabled' });
    expect(enabled.body).toMatchObject({
      status: 'enabled',
      disabled_reason: null,
      disabled_date: null,
      failing_since: null,
      failures_in_row: 0,
    });
    expect(await stateOf()).not.toBe('parked');
  });

  it('are deleted with their secrets and topics, and what is not delivered is cancelled', async () => {
    const { id } = await create({ topics: undefined });
    await subscribe(id, ['project.*']);
    await application.api.post(`${pathOf(id)}/rotate-secret`, {});
    const delivery = await insertDelivery(application, application.organizationId, id, { state: 'parked' });
    expect((await application.api.delete(pathOf(id))).status).toBe(204);
    expect(await refusal('GET', pathOf(id))).toEqual([404, 'webhook_subscriber.not_found']);
    expect(await refusal('DELETE', pathOf(id))).toEqual([404, 'webhook_subscriber.not_found']);
    expect(await refusal('GET', `${pathOf(id)}/deliveries/${delivery}`)).toEqual([
      404,
      'webhook_subscriber.not_found',
    ]);
    expect(await stored(id)).toEqual({ status: 'deleted', secret: '', previous_secret: null });
    const [left] = await application.database.query<object[]>(
      `SELECT (SELECT state FROM webhook_deliveries WHERE id = $1) AS state,
         (SELECT count(*)::int FROM webhook_subscriptions WHERE webhook_subscriber_id = $2) AS topics`,
      [delivery, id],
    );
    expect(left).toEqual({ state: 'cancelled', topics: 0 });
    const { body } = await application.api.get<{ results: Subscriber[] }>('/v1/webhook-subscribers');
    expect(body.results.map((subscriber) => subscriber.id)).not.toContain(id);
  });

  it('are listed in the order of creation, also those with one status only', async () => {
    const first = await create();
    const second = await create();
    await application.api.patch(pathOf(first.id), { status: 'disabled' });
    const list = async (query: string) => {
      const { body } = await application.api.get<{ results: Subscriber[] }>(
        `/v1/webhook-subscribers?${query}`,
      );
      return body.results.map(({ id }) => id).filter((id) => [first.id, second.id].includes(id));
    };
    expect(await list('')).toEqual([first.id, second.id]);
    expect(await list('status=disabled')).toEqual([first.id]);
    expect(await list('status=enabled')).toEqual([second.id]);
  });

  it('are for tokens with a scope of theirs, which read and write do not include: 403 token.scope_missing', async () => {
    const path = '/v1/webhook-subscribers';
    const body = { name: 'CRM', url: 'https://192.0.2.1/hooks' };
    const [none, reader, writer] = await Promise.all(
      [['read', 'write'], ['webhooks:read'], ['webhooks:write']].map((scopes) =>
        application.organization('Test organization', ...scopes),
      ),
    );
    const statusesFor = async (organization = none) => {
      const statuses: (number | undefined)[] = [];
      for (const [method, place, sent] of [
        ['GET', path],
        ['GET', pathOf(UNKNOWN)],
        ['GET', `${pathOf(UNKNOWN)}/deliveries`],
        ['POST', path, body],
        ['POST', `${pathOf(UNKNOWN)}/ping`],
      ] as const) {
        const answer = await organization?.api.send(method, place, sent);
        if (answer?.status === 403) expect(answer.body.code).toBe('token.scope_missing');
        statuses.push(answer?.status);
      }
      return statuses;
    };
    expect(await statusesFor(none)).toEqual([403, 403, 403, 403, 403]);
    expect(await statusesFor(reader)).toEqual([200, 404, 404, 403, 403]);
    expect(await statusesFor(writer)).toEqual([200, 404, 404, 201, 404]);
  });

  it('show their health where that is asked for, alone and in the list', async () => {
    const { id } = await create();
    await insertDelivery(application, application.organizationId, id, {
      state: 'exhausted',
      attempts: [503],
    });
    const { body } = await application.api.get<Subscriber>(`${pathOf(id)}?include=health`);
    expect(body.health).toMatchObject({
      last_error: { words: 'The receiver responded with 503.' },
      oldest_waiting_date: null,
    });
    const list = await application.api.get<{ results: Subscriber[] }>(
      '/v1/webhook-subscribers?include=health&pageSize=500',
    );
    expect(list.body.results.find((one) => one.id === id)).toEqual(body);
    expect(await get(id)).not.toHaveProperty('health');
    expect(await faults('GET', `${pathOf(id)}?include=wealth`, undefined)).toEqual([400, ['include']]);
  });
});

describe('the secret of a webhook subscriber', () => {
  const rotate = (id: string, body?: object) =>
    application.api.post<Subscriber>(`${pathOf(id)}/rotate-secret`, body);

  it('is replaced by a new one, and signs for 24 hours more', async () => {
    const { id, secret } = await create();
    const { status, body } = await rotate(id);
    expect(status).toBe(200);
    expect(body.secret).not.toBe(secret);
    expect(await opened(id)).toEqual([body.secret, secret]);
    const left = Date.parse(body.previous_secret_expires_date ?? '') - Date.now();
    expect(left / DAY_MS).toBeCloseTo(1, 2);
    expect(await get(id)).not.toHaveProperty('secret');
  });

  it('is replaced by the one that is sent, and by it once, however often it is sent', async () => {
    const { id, secret } = await create();
    const first = await rotate(id, { secret: SECRET });
    const second = await rotate(id, { secret: SECRET });
    expect(second.body).toEqual(first.body);
    expect(await opened(id)).toEqual([SECRET, secret]);
    expect(await faults('POST', `${pathOf(id)}/rotate-secret`, { secret: 'mine' })).toEqual([
      400,
      ['secret'],
    ]);
  });
});

describe('the topics of a webhook subscriber', () => {
  it('are added to those that it has, and answered whole', async () => {
    const { id, modified_date } = await create();
    const path = `${pathOf(id)}/subscriptions`;
    const { status, headers, body } = await subscribe(id, ['project.*', 'person.modified']);
    expect([status, headers.get('location')]).toEqual([201, path]);
    expect(body).toEqual({ topics: ['person.modified', 'project.*'] });
    expect((await subscribe(id, ['*', 'project.*'])).body).toEqual({
      topics: ['*', 'person.modified', 'project.*'],
    });
    expect((await application.api.get(path)).body).toEqual({ topics: ['*', 'person.modified', 'project.*'] });
    const changed = await get(id);
    expect(changed.topics).toEqual(['*', 'person.modified', 'project.*']);
    expect(changed.modified_date >= modified_date).toBe(true);
    await subscribe(id, ['*']);
    expect((await get(id)).modified_date).toBe(changed.modified_date);
  });

  it('are known ones, each listed once, else 400 that names the place', async () => {
    const { id } = await create();
    const path = `${pathOf(id)}/subscriptions`;
    const wrong = ['project.*', 'project.exploded', 'webhook.ping', 'project.*'];
    expect(await faults('POST', path, { topics: wrong })).toEqual([
      400,
      ['topics[1]', 'topics[2]', 'topics[3]'],
    ]);
    // What is for administrators goes to no receiver: request.invalid.
    const audited = [
      'accesstoken.created',
      'accesstoken.*',
      'user.created',
      'user.*',
      'webhooksubscriber.deleted',
      'webhooksubscriber.*',
    ];
    expect(await faults('POST', path, { topics: audited })).toEqual([
      400,
      audited.map((_, index) => `topics[${index}]`),
    ]);
    for (const topics of [[], 'project.*', null, undefined]) {
      expect(await faults('POST', path, { topics })).toEqual([400, ['topics']]);
    }
    expect((await get(id)).topics).toEqual([]);
  });

  it('are taken away by their name, else 404 webhook_subscription.not_found', async () => {
    const { id } = await create();
    await subscribe(id, ['project.*', 'person.modified', '*']);
    const path = `${pathOf(id)}/subscriptions`;
    for (const topic of ['project.*', encodeURIComponent('*')]) {
      expect((await application.api.delete(`${path}/${topic}`)).status).toBe(204);
    }
    for (const topic of ['project.*', 'project.created', 'nothing', '%00']) {
      expect(await refusal('DELETE', `${path}/${topic}`)).toEqual([404, 'webhook_subscription.not_found']);
    }
    expect((await get(id)).topics).toEqual(['person.modified']);
  });
});
