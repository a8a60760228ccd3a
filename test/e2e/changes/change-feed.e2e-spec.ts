import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ChangePage, ChangeResponse } from '../../../src/contexts/changes/feed/change.dto.js';
import { ChangeRetention } from '../../../src/contexts/changes/retention/change-retention.js';
import { ClientService } from '../../../src/contexts/sales/clients/client.service.js';
import { Database, DELIVERING, UnitOfWork } from '../../../src/platform/database/index.js';
import { until } from '../../../src/testing/until.js';
import { plannedDays } from '../../factories/delivery.factory.js';
import { aClient } from '../../factories/sales.factory.js';
import {
  createTestApplication,
  createTestModule,
  type TestApplication,
  type TestModule,
} from '../../support/application/test-application.js';
import { createPlanning } from '../../support/application/planning.js';
import { untilNumbered } from '../../support/application/published-events.js';
import { pause } from '../../support/programs/program.js';
import { EventSource } from '../../support/requests/event-source.js';

const settings = { WEBHOOK_RELAY_INTERVAL_MS: '100' };
const RECORDS = 5;
const WRITERS = 8;
const WRITES = 40;

describe('the feed of changes', () => {
  let first: TestApplication;
  let second: TestApplication;
  const workers: TestModule[] = [];
  let clients: string[];

  beforeAll(async () => {
    first = await createTestApplication({ settings });
    const { databaseUrl } = first;
    second = await createTestApplication({ settings, databaseUrl });
    for (const _ of ['one relay', 'another'])
      workers.push(await createTestModule({ delivers: true, settings, databaseUrl }));
    const made = Array.from({ length: RECORDS }, (_, index) =>
      first.get(ClientService).create(first.organizationId, aClient({ name: `Client ${index}` })),
    );
    clients = (await Promise.all(made)).map(({ id }) => id);
  });
  afterAll(async () => {
    for (const worker of workers) await worker.close();
    await second.close();
    await first.close();
  });

  const page = async (query: string, { api }: Pick<TestApplication, 'api'> = first): Promise<ChangePage> => {
    const { status, body } = await api.get<ChangePage>(`/v1/changes?${query}`);
    expect({ status, body }).toMatchObject({ status: 200 });
    return body;
  };
  const numbered = () => untilNumbered((statement) => first.database.query(statement));
  const now = async (): Promise<string> => {
    await numbered();
    return (await page('cursor=now')).next_cursor;
  };
  const rename = (id: string, name: string): Promise<unknown> =>
    first.get(ClientService).update(first.organizationId, id, { name });
  const stream = (query: string, token = first.token, headers = {}): Promise<EventSource> =>
    EventSource.open(`${second.url}/v1/changes/stream?${query}`, token, headers);
  const follow = async (application: TestApplication, cursor: string, count: number) => {
    const seen: ChangeResponse[] = [];
    for (let next = cursor; seen.length < count;) {
      const found = await page(`cursor=${next}&topics=client.*&pageSize=7&wait=2&expand=values`, application);
      seen.push(...found.results);
      next = found.next_cursor;
    }
    return seen;
  };

  it('shows all readers one order, with the versions of each record in theirs, while relays are killed', async () => {
    const from = await now();
    const count = WRITERS * WRITES;
    const live = await stream(`cursor=${from}&topics=client.modified`);
    const readers = [follow(first, from, count), follow(second, from, count)];
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      const { api } = writer % 2 === 0 ? first : second;
      for (let write = 0; write < WRITES; write += 1) {
        const id = clients[(writer + write) % RECORDS] ?? '';
        const { status } = await api.patch(`/v1/clients/${id}`, { name: `${id} ${writer}-${write}` });
        expect(status).toBe(200);
      }
    });
    const killer = (async () => {
      for (let kill = 0; kill < 5; kill += 1) {
        await pause(150);
        await first.database.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND application_name LIKE $1`,
          [`${DELIVERING}%`],
        );
      }
    })();
    await Promise.all([...writers, killer]);
    const [one = [], two = []] = await Promise.all(readers);
    await until('the stream has all', () => live.events.length >= count);
    live.close();

    expect(one).toHaveLength(count);
    expect(two).toEqual(one);
    expect(live.events.map(({ id }) => id)).toEqual(one.map(({ cursor }) => cursor));
    const positions = one.map(({ cursor }) => Number(cursor));
    expect(positions).toEqual([...positions].sort((a, b) => a - b));
    for (const id of clients) {
      const versions = one
        .filter(({ resource }) => resource.id === id)
        .map(({ values }) => (values as { name: { from: string; to: string } }).name);
      expect(versions.slice(1).map(({ from: before }) => before)).toEqual(
        versions.slice(0, -1).map(({ to }) => to),
      );
    }
  }, 120_000);

  it('does not wait for an open transaction, whose events come behind all that was shown', async () => {
    const from = await now();
    let [commit, begun] = [(): void => undefined, (): void => undefined];
    const gate = new Promise<void>((resolve) => (commit = resolve));
    const isOpen = new Promise<void>((resolve) => (begun = resolve));
    const late = first.get(UnitOfWork).run(async () => {
      await first.get(Database).rows('SET LOCAL idle_in_transaction_session_timeout = 0');
      await rename(clients[0] ?? '', 'Late');
      begun();
      await gate;
    });
    await Promise.race([isOpen, late]);
    await rename(clients[1] ?? '', 'Soon');
    const shown = await page(`cursor=${from}&wait=5`, second);
    expect(shown.results.map(({ resource }) => resource.id)).toEqual([clients[1]]);
    commit();
    await late;
    const rest = await page(`cursor=${shown.next_cursor}&wait=5`);
    expect(rest.results.map(({ resource }) => resource.id)).toEqual([clients[0]]);
  });

  it('tells who did what, and filters by record, topic and actor', async () => {
    const from = await now();
    const [id = '', other = ''] = clients;
    await first.api.patch(`/v1/clients/${id}`, { name: 'Told' });
    await rename(other, 'By nobody');
    await until('both are numbered', async () => (await page(`cursor=${from}`)).count === 2);
    const { body: me } = await first.api.get<{ id: string; token_id?: string }>('/v1/me');
    const { results } = await page(`cursor=${from}&resource_id=${id}&expand=values`);
    expect(results).toEqual([
      {
        id: expect.any(String),
        cursor: expect.stringMatching(/^[1-9]\d*$/),
        topic: 'client.modified',
        occurred_on: expect.stringMatching(/Z$/),
        resource: { type: 'client', id, parents: {} },
        modified_properties: ['name'],
        actor: { user_id: expect.any(String), access_token_id: expect.any(String), session_id: null },
        values: { name: { from: expect.any(String), to: 'Told' } },
      },
    ]);
    expect(me).toBeDefined();
    const { user_id: user, access_token_id: token } = results[0]?.actor ?? {};
    for (const actor of [user, token]) {
      const found = await page(`cursor=${from}&actor_id=${actor ?? ''}`);
      expect(found.results.map(({ resource }) => resource.id)).toEqual([id]);
    }
    const none = await page(`cursor=${from}&topics=project.*`);
    expect(none).toMatchObject({ count: 0, has_more: false, next_cursor: await now() });
    expect((await page(`cursor=${from}&resource_id=${other}`)).results[0]?.actor).toBeNull();
  });

  it('tells of planned time the hours of each changed day, from what to what, and of cleared ones 0', async () => {
    const from = await now();
    const planning = await createPlanning(first);
    const offering = await planning.newOffering();
    const role = await planning.newRole(offering);
    const path = `/v1/projects/${planning.projectId}/offerings/${offering}/roles/${role.id}/planned-time`;
    await first.api.post(path, plannedDays('2026-11-23', 8, 4.25, 0, 1));
    await first.api.post(path, plannedDays('2026-11-23', 0, 6, 2, 1));
    const query = `cursor=${from}&resource_id=${role.id}&topics=projectofferingroleplannedtime.*`;
    await until('both are numbered', async () => (await page(query)).count === 2);
    const { results } = await page(`${query}&expand=values`);
    expect(results.map(({ start_date, end_date, values }) => ({ start_date, end_date, values }))).toEqual([
      {
        start_date: '2026-11-23',
        end_date: '2026-11-26',
        values: {
          '2026-11-23': { from: 0, to: 8 },
          '2026-11-24': { from: 0, to: 4.25 },
          '2026-11-26': { from: 0, to: 1 },
        },
      },
      {
        start_date: '2026-11-23',
        end_date: '2026-11-25',
        values: {
          '2026-11-23': { from: 8, to: 0 },
          '2026-11-24': { from: 4.25, to: 6 },
          '2026-11-25': { from: 0, to: 2 },
        },
      },
    ]);
    expect((await page(query)).results[0]).not.toHaveProperty('values');
  });

  it('adds each record as lists show it, in one statement for each kind, and null for what is gone', async () => {
    const planning = await createPlanning(first);
    const offering = await planning.newOffering();
    const role = await planning.newRole(offering);
    const person = await planning.newPerson();
    const path = `/v1/projects/${planning.projectId}/offerings/${offering}/roles/${role.id}`;
    const days = [
      { plan_date: '2026-11-23', hours: 8 },
      { plan_date: '2026-11-24', hours: 4 },
    ];
    expect(await first.api.post(`${path}/planned-time`, days)).toMatchObject({ status: 200 });
    const { body: stageless } = await first.api.post<{ id: string }>('/v1/pipelines', {
      name: 'Expanded',
      stages: [{ name: 'First' }],
    });
    const { body: doomed } = await first.api.post<{ id: string }>('/v1/tags', { name: 'Doomed' });
    await first.api.delete(`/v1/tags/${doomed.id}`);
    await numbered();
    const { results } = await page('expand=resource');
    const recordOf = (type: string, id: string): unknown =>
      results.find(({ resource }) => resource.type === type && resource.id === id)?.record;
    const gets = [
      ['client', planning.clientId, `/v1/clients/${planning.clientId}`],
      ['project', planning.projectId, `/v1/projects/${planning.projectId}`],
      ['projectoffering', offering, `/v1/projects/${planning.projectId}/offerings/${offering}`],
      ['projectofferingrole', role.id, path],
      ['person', person, `/v1/people/${person}`],
      ['role', planning.roleId, `/v1/roles/${planning.roleId}`],
      ['department', planning.departmentId, `/v1/departments/${planning.departmentId}`],
      ['pipeline', stageless.id, `/v1/pipelines/${stageless.id}`],
    ] as const;
    for (const [type, id, get] of gets) {
      const { body } = await first.api.get(get);
      // Of a project and an offering one GET adds what follows other records.
      expect({ type, record: body }).toMatchObject({ type, record: recordOf(type, id) as object });
      expect(recordOf(type, id)).toMatchObject({ id });
    }
    expect(recordOf('projectofferingroleplannedtime', role.id)).toEqual(days);
    expect(recordOf('tag', doomed.id)).toBeNull();

    const reader = await first.organization('Test organization', 'people:read');
    const hidden = await page('expand=resource', reader);
    const shown = hidden.results.find(({ resource }) => resource.id === person)?.record;
    expect(shown).toMatchObject({ id: person });
    expect(shown).not.toHaveProperty('cost_rate');
  });

  it('leaves out what the token may not read, and shows the audit log to administrators alone', async () => {
    const from = await now();
    const name = 'Test organization';
    const people = await first.organization(name, 'people:read');
    await rename(clients[0] ?? '', 'Hidden');
    const hidden = await people.api.get<ChangePage>(`/v1/changes?cursor=${from}&wait=1`);
    expect(hidden.body).toMatchObject({ count: 0 });
    const { body: made } = await first.api.post<{ id: string }>('/v1/access-tokens', {
      name: 'Audited',
      scopes: ['read'],
    });
    await until('the token is numbered', async () => {
      const { results } = await page(`cursor=${from}&topics=accesstoken.*`);
      return results.some(({ resource }) => resource.id === made.id);
    });
    const user = await first.api.create('/v1/users', { email_address: 'audited@example.com' });
    await first.api.patch(`/v1/users/${user.id}`, { scopes: ['read'] });
    await until('the user is numbered', async () => {
      const { results } = await page(`cursor=${from}&topics=user.*&expand=resource,values`);
      if (results.length < 2) return false;
      expect(results).toMatchObject([
        { topic: 'user.created', record: { id: user.id, scopes: ['read'] } },
        { topic: 'user.modified', values: { scopes: { from: [], to: ['read'] } } },
      ]);
      return true;
    });
    const reader = await first.organization(name, 'read');
    const shown = await reader.api.get<ChangePage>(`/v1/changes?cursor=${from}`);
    expect(shown.body.results.map(({ topic }) => topic)).toEqual(['client.modified']);
  });

  it('is read backwards too, the last first, and each cursor parts it in what was and what comes', async () => {
    const from = await now();
    for (let round = 0; round < 12; round += 1) await rename(clients[round % 3] ?? '', `Back ${round}`);
    const end = await now();
    const back = async (query: string, cursor: string): Promise<ChangeResponse[]> => {
      const part = await page(`direction=backward&pageSize=5&${query}&cursor=${cursor}`);
      return part.has_more ? [...part.results, ...(await back(query, part.next_cursor))] : part.results;
    };
    for (const query of ['expand=values', 'topics=client.*', `resource_id=${clients[1] ?? ''}`]) {
      const forward = await page(`${query}&pageSize=500`);
      expect(forward).toMatchObject({ has_more: false });
      expect(await back(query, end)).toEqual(forward.results.toReversed());
    }
    const actor = (await page('topics=client.modified')).results.find((one) => one.actor)?.actor?.user_id;
    const by = `actor_id=${actor ?? ''}`;
    expect(await back(by, end)).toEqual((await page(`${by}&pageSize=500`)).results.toReversed());
    const [was, comes] = [await back('', from), (await page(`cursor=${from}`)).results];
    expect([...was.toReversed(), ...comes]).toEqual((await page('pageSize=500')).results);
    expect(comes).toHaveLength(12);

    const newest = await page('direction=backward&pageSize=1');
    expect(newest).toMatchObject({ count: 1, has_more: true, results: [{ cursor: comes.at(-1)?.cursor }] });
    const oldest = await page('direction=backward&pageSize=500');
    expect(oldest).toMatchObject({ has_more: false });
    expect(await page(`direction=backward&cursor=${oldest.next_cursor}`)).toMatchObject({
      count: 0,
      has_more: false,
      next_cursor: oldest.next_cursor,
    });
    expect(await first.api.get('/v1/changes?direction=backward&wait=1')).toMatchObject({
      status: 400,
      body: { errors: { wait: [expect.stringContaining('direction=backward')] } },
    });
    expect(await first.api.get('/v1/changes?direction=sideways')).toMatchObject({ status: 400 });
  });

  it('refuses a cursor behind the end (400), and one of what is no longer kept (410 changes.cursor_expired)', async () => {
    const ahead = await first.api.get(`/v1/changes?cursor=${BigInt(await now()) + 1000n}`);
    expect(ahead).toMatchObject({ status: 400, body: { code: 'request.invalid' } });
    const aheadOfAll = await first.api.get(
      `/v1/changes?direction=backward&cursor=${BigInt(await now()) + 1000n}`,
    );
    expect(aheadOfAll).toMatchObject({ status: 400, body: { errors: { cursor: expect.anything() } } });
    const before = await now();
    await first.database.query(`UPDATE changes SET numbered_at = now() - interval '31 days'`);
    const retention = first.get(ChangeRetention);
    await retention.removeOld();
    expect(await retention.removeOld()).toBe(false);
    expect(await first.database.query('SELECT 1 FROM changes')).toEqual([]);
    const gone = await first.api.get(`/v1/changes?cursor=${before}`);
    expect(gone).toMatchObject({ status: 410, body: { code: 'changes.cursor_expired' } });
    expect(await page(`direction=backward&cursor=${before}`)).toMatchObject({ count: 0, has_more: false });
    const from = await now();
    expect((await page('')).next_cursor).toBe(from);
    await rename(clients[0] ?? '', 'After');
    const next = await page(`cursor=${from}&wait=5`);
    expect(next.results.map(({ cursor }) => cursor)).toEqual(['1000000']);
  });
});
