import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { RecordRepository } from '../../../src/contexts/changes/feed/record.repository.js';
import { until } from '../../../src/testing/until.js';
import {
  createTestApplication,
  createTestModule,
  type TestApplication,
  type TestModule,
} from '../../support/application/test-application.js';
import { untilNumbered } from '../../support/application/published-events.js';
import { pause } from '../../support/programs/program.js';
import { EventSource } from '../../support/requests/event-source.js';

const settings = { WEBHOOK_RELAY_INTERVAL_MS: '100' };

describe('a stream of changes', () => {
  let application: TestApplication;
  let worker: TestModule;
  let client: string;

  beforeAll(async () => {
    application = await createTestApplication({ settings });
    worker = await createTestModule({ delivers: true, settings, databaseUrl: application.databaseUrl });
    client = (await application.api.create('/v1/clients', { name: 'Streamed' })).id;
  });
  afterAll(async () => {
    await worker.close();
    await application.close();
  });

  const now = async (): Promise<string> => {
    await untilNumbered((statement) => application.database.query(statement));
    const { body } = await application.api.get<{ next_cursor: string }>('/v1/changes?cursor=now');
    return body.next_cursor;
  };
  const urlOf = (query: string): string => `${application.url}/v1/changes/stream?${query}`;
  const stream = (query: string, token = application.token, headers = {}): Promise<EventSource> =>
    EventSource.open(urlOf(query), token, headers);
  const rename = (name: string): Promise<unknown> => application.api.patch(`/v1/clients/${client}`, { name });
  const newToken = (name: string): Promise<{ id: string; token: string }> =>
    application.api.create('/v1/access-tokens', { name, scopes: ['read'] });

  it('resumes, is one of 5 of a token (429 changes.too_many_streams), and ends with the token', async () => {
    const from = await now();
    const { id, token } = await newToken('Streaming');
    const query = `cursor=now&topics=client.*`;
    const streams = await Promise.all(Array.from({ length: 5 }, () => stream(query, token)));
    const sixth = await stream(query, token);
    expect([sixth.status, sixth.retryAfter, await sixth.body()]).toMatchObject([
      429,
      '10',
      { error: expect.stringContaining('5 streams') },
    ]);
    await rename('Streamed 1');
    await until('all have it', () => streams.every(({ events }) => events.length === 1));
    const last = streams[0]?.events[0]?.id ?? '';
    await rename('Streamed 2');
    const resumed = await stream('topics=client.*', application.token, { 'Last-Event-ID': last });
    await until('it has the second', () => resumed.events.length === 1);
    expect(BigInt(resumed.events[0]?.id ?? 0)).toBeGreaterThan(BigInt(last));
    expect(BigInt(last)).toBeGreaterThan(BigInt(from));
    resumed.close();
    await application.api.delete(`/v1/access-tokens/${id}`);
    await until('all are ended', () => streams.every(({ isEnded }) => isEnded));
    expect(streams.map(({ retry }) => retry)).toEqual(Array(5).fill('1000'));
  });

  it('ends when what its token allows is changed, and when its user is archived', async () => {
    const email_address = 'streaming@example.com';
    const { id } = await application.api.create('/v1/users', { email_address, scopes: ['read'] });
    const { token } = await application.api.create<{ token: string }>('/v1/access-tokens', {
      name: 'Streaming',
      email_address,
      scopes: ['read'],
    });
    for (const patch of [{ scopes: ['sales:read'] }, { is_archived: true }]) {
      const one = await stream('cursor=now', token);
      expect(one.status).toBe(200);
      await application.api.patch(`/v1/users/${id}`, { email_address: `${Math.random()}@example.com` });
      await application.api.patch(`/v1/users/${id}`, patch);
      await until('it is ended', () => one.isEnded);
      expect(one.retry).toBe('1000');
    }
  });

  it('tells at once where to go on, also when no event has come', async () => {
    const from = await now();
    const quiet = await stream('cursor=now&topics=department.*');
    await until('it is told', () => quiet.lastId !== undefined);
    expect([quiet.lastId, quiet.events]).toEqual([from, []]);
    quiet.close();
    await application.api.create('/v1/departments', { name: 'Made meanwhile' });
    const resumed = await stream('cursor=now&topics=department.*', application.token, {
      'Last-Event-ID': from,
    });
    await until('it has it', () => resumed.events.length === 1);
    resumed.close();
  });

  it('takes no place for HEAD, which ends with its headers, nor for who has left before it began', async () => {
    const { token } = await newToken('Leaving');
    for (let count = 0; count < 6; count += 1) {
      const head = await fetch(urlOf(''), { method: 'HEAD', headers: { 'X-API-KEY': token } });
      expect([head.status, head.headers.get('Content-Type')]).toEqual([200, 'text/event-stream']);
    }
    for (let count = 0; count < 20; count += 1) {
      const request = get(urlOf(''), { headers: { 'X-API-KEY': token }, agent: false });
      request.on('error', () => undefined);
      await pause(count / 2);
      request.destroy();
    }
    await until('all places are free', async () => {
      const streams = await Promise.all(Array.from({ length: 5 }, () => stream('', token)));
      for (const one of streams) one.close();
      return streams.every(({ status }) => status === 200);
    });
  });

  it('adds each record as it was when the change was read, also to who has caught up', async () => {
    const one = await stream('cursor=now&topics=client.*&expand=resource');
    await rename('First');
    await until('it goes along', () => one.events.length === 1);
    const records = application.get(RecordRepository);
    const of = records.of.bind(records);
    let isFirst = true;
    const asking = jest.spyOn(records, 'of').mockImplementation(async (...asked) => {
      const [, rows] = asked;
      if (isFirst && rows.length > 0) {
        isFirst = false;
        await rename('Later');
      }
      return of(...asked);
    });
    await rename('Then');
    await until('it has all', () => one.events.length === 3);
    expect(one.events.map(({ data }) => data.record?.name)).toEqual(['First', 'Then', 'Later']);
    asking.mockRestore();
    one.close();
  });

  it('brings more than may wait unread to who reads, each once', async () => {
    const from = await now();
    const live = await stream(`cursor=${from}&expand=values`);
    await application.database.query(
      `INSERT INTO outbox_events (id, organization_id, topic, body, occurred_at, modified_properties, "values")
       SELECT gen_random_uuid(), organization_id, 'client.modified',
         json_build_object('Payload', json_build_object('Id', id))::text, now(), '{name}',
         jsonb_build_object('name', jsonb_build_object('from', '', 'to', repeat('x', 5000)))
       FROM clients, generate_series(1, 1000) WHERE id = $1`,
      [client],
    );
    const late = await stream(`cursor=${from}&expand=values`);
    const streams = [live, late];
    await until('both have all', () => streams.every(({ events }) => events.length >= 1000));
    await rename('After');
    await until('both go on', () => streams.every(({ events }) => events.length > 1000));
    const expected = Array.from({ length: 1001 }, (_, n) => String(BigInt(from) + BigInt(n) + 1n));
    for (const one of streams) {
      expect(one.events.map(({ id }) => id)).toEqual(expected);
      one.close();
    }
  });
});
