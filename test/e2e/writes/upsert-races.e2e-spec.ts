import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ProjectMergeService } from '../../../src/contexts/delivery/project-merge/project-merge.service.js';
import { ClientService } from '../../../src/contexts/sales/clients/client.service.js';
import { ActualTimeService } from '../../../src/contexts/time-tracking/actual-time/actual-time.service.js';
import { anActualTime } from '../../factories/time-tracking.factory.js';
import { aProject } from '../../factories/delivery.factory.js';
import { aClient } from '../../factories/sales.factory.js';
import { createPlanning } from '../../support/application/planning.js';
import { raceBehind } from '../../support/application/race.js';
import { createTestApplication, type TestApplication } from '../../support/application/test-application.js';

type Answer = Record<string, unknown> & { id: string };

// A hundred requests that wait for each other, however slow the machine is.
const settings = { DATABASE_POOL_WAIT_MS: '60000', DATABASE_LOCK_TIMEOUT_MS: '60000' };

let application: TestApplication;
let clientId = '';
let time: ReturnType<typeof anActualTime>;
let made = 0;

beforeAll(async () => {
  application = await createTestApplication({ settings });
  const planning = await createPlanning(application);
  ({ clientId } = planning);
  time = anActualTime(await planning.newOffering(), await planning.newPerson());
});
afterAll(() => application.close());

const next = (): string => `u-${++made}`;
const crm = (identifier: string): string => `crm:hub:${identifier}`;
const listed = (identifier: string) => ({ crm_identifiers: [{ url: null, identifier, system: 'hub' }] });
const upsert = (path: string, body: object) => application.api.patch<Answer>(path, body);
const sorted = (statuses: readonly number[]): number[] => [...new Set(statuses)].sort();
const fifty = <Result>(call: () => Promise<Result>): Promise<Result>[] => Array.from({ length: 50 }, call);

describe('an upsert', () => {
  it('makes one record of fifty at once: one 201, the others 200', async () => {
    for (const [path, body] of [
      [`/v1/projects/${crm(next())}`, aProject(clientId)],
      [`/v1/people/email:${next()}@example.com`, {}],
      [`/v1/tags/name:${next()}`, {}],
    ] as const) {
      const answers = await Promise.all(fifty(() => upsert(path, body)));
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toEqual([...Array.from({ length: 49 }, () => 200), 201]);
      expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    }
  });
});

describe('an upsert at the same time as a plain request for the same record', () => {
  const inBulk = (id: string) => ({ mode: 'each', entries: [{ ...time, ...listed(id) }] });
  const kinds: [string, (id: string) => { path: string; post: string; body: object; posted: object }][] = [
    [
      'by an identifier',
      (id) => {
        const body = aProject(clientId);
        return {
          path: `/v1/projects/${crm(id)}`,
          post: '/v1/projects',
          body,
          posted: { ...body, ...listed(id) },
        };
      },
    ],
    [
      'that has a name of its own',
      (id) => {
        const body = aClient();
        return {
          path: `/v1/clients/${crm(id)}`,
          post: '/v1/clients',
          body,
          posted: { ...body, ...listed(id) },
        };
      },
    ],
    [
      'by an address',
      (id) => {
        const body = { email_address: `${id}@example.com` };
        return { path: `/v1/people/email:${id}@example.com`, post: '/v1/people', body, posted: body };
      },
    ],
    [
      'by a name',
      (id) => ({ path: `/v1/tags/name:${id}`, post: '/v1/tags', body: { name: id }, posted: { name: id } }),
    ],
    [
      'in bulk',
      (id) => {
        const [path, post] = [`/v1/actual-time/${crm(id)}`, '/v1/actual-time/bulk'];
        return { path, post, body: time, posted: inBulk(id) };
      },
    ],
  ];

  it.each(kinds)('is never refused, and there is one record: %s', async (_, kindOf) => {
    for (let round = 0; round < 3; round += 1) {
      const id = next();
      const { path, post, body, posted } = kindOf(id);
      const [upserted, created] = await Promise.all([
        Promise.all(fifty(() => upsert(path, body))),
        Promise.all(fifty(() => application.api.post<Answer>(post, posted))),
      ]);
      expect(sorted([200, 201, ...upserted.map(({ status }) => status)])).toEqual([200, 201]);
      expect(new Set(upserted.map((answer) => answer.body.id)).size).toBe(1);
      if (post.endsWith('bulk')) continue;
      const all = [...upserted, ...created];
      expect(all.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(sorted([201, 409, ...created.map(({ status }) => status)])).toEqual([201, 409]);
    }
  });

  it('waits for that, and changes what it made', async () => {
    const id = next();
    const client = aClient(listed(id));
    let status = 0;
    const race = await raceBehind(
      application,
      () => application.get(ClientService).create(application.organizationId, client),
      async () => ({ status } = await upsert(`/v1/clients/${crm(id)}`, { ...client, name: 'Upserted' })),
    );
    expect([race, status]).toEqual([{ waited: true, outcome: 'ok' }, 200]);
  });

  it('waits for its end, and makes what it removed anew', async () => {
    const id = next();
    const removed = await upsert(`/v1/actual-time/${crm(id)}`, time);
    let answer: Partial<typeof removed> = {};
    const race = await raceBehind(
      application,
      () => application.get(ActualTimeService).remove(application.organizationId, removed.body.id),
      async () => (answer = await upsert(`/v1/actual-time/${crm(id)}`, time)),
    );
    expect([race, answer.status]).toEqual([{ waited: true, outcome: 'ok' }, 201]);
    expect(answer.body?.id).not.toBe(removed.body.id);
  });

  it.each([
    ['says nothing of identifiers', () => ({})],
    ['names its identifier', (id: string) => listed(id)],
  ])(
    'waits for one that moves the identifier, and changes the record that has it then: its body %s',
    async (_, more) => {
      const id = next();
      const { api, organizationId } = application;
      const former = await api.create<Answer>('/v1/clients', aClient(listed(id)));
      const latter = await api.create<Answer>('/v1/clients', aClient());
      const clients = application.get(ClientService);
      const name = `Renamed ${id}`;
      let answer: Partial<Awaited<ReturnType<typeof upsert>>> = {};
      const race = await raceBehind(
        application,
        async () => {
          await clients.update(organizationId, former.id, { crm_identifiers: [] });
          await clients.update(organizationId, latter.id, listed(id));
        },
        async () => (answer = await upsert(`/v1/clients/${crm(id)}`, { name, ...more(id) })),
      );
      expect([race, answer.status, answer.body?.id]).toEqual([
        { waited: true, outcome: 'ok' },
        200,
        latter.id,
      ]);
      expect((await api.get(`/v1/clients/${former.id}`)).body).toMatchObject({ name: former.name });
      expect((await api.get(`/v1/clients/${latter.id}`)).body).toMatchObject({ name, ...listed(id) });
    },
  );

  it('waits for a merge, and changes the target, also what lies below it', async () => {
    const { api, organizationId } = application;
    const [id, below, fresh] = [next(), next(), next()];
    const source = await api.create<Answer>('/v1/projects', { ...aProject(clientId), ...listed(id) });
    const target = await api.create<Answer>('/v1/projects', aProject(clientId));
    const offering = { name: 'Build', billing_model: 'time_and_materials', ...listed(below) };
    await api.create(`/v1/projects/${source.id}/offerings`, offering);
    let answers: Awaited<ReturnType<typeof upsert>>[] = [];
    const race = await raceBehind(
      application,
      () => application.get(ProjectMergeService).merge(organizationId, target.id, source.id),
      async () =>
        (answers = await Promise.all([
          upsert(`/v1/projects/${crm(id)}`, { name: `Renamed ${id}` }),
          upsert(`/v1/projects/${crm(id)}/offerings/${crm(below)}`, { name: 'Renamed' }),
          upsert(`/v1/projects/${crm(id)}/offerings/${crm(fresh)}`, {
            name: 'New',
            billing_model: 'time_and_materials',
          }),
        ])),
    );
    expect([race, answers.map(({ status }) => status)]).toEqual([
      { waited: true, outcome: 'ok' },
      [200, 200, 201],
    ]);
    expect(answers[0]?.body.id).toBe(target.id);
    const { body } = await api.get<{ total: number }>(`/v1/projects/${target.id}/offerings`);
    expect(body.total).toBe(2);
  });

  it.each(['atomic', 'each'])('in a batch (%s) waits too, and the whole is done again', async (mode) => {
    const clients = [next(), next(), next()].map((id) => ({ id, body: aClient(listed(id)) }));
    const create = (client: object) =>
      application.get(ClientService).create(application.organizationId, client as never);
    const named = (id: string, body: object) => ({ method: 'PATCH', path: `/v1/clients/${crm(id)}`, body });
    const operations = clients.map(({ id, body }) => named(id, body));
    let statuses: number[] = [];
    const race = await raceBehind(
      application,
      async () => {
        for (const { body } of clients) await create(body);
      },
      async () => {
        const { body } = await application.api.post<{ results: { status: number }[] }>('/v1/batch', {
          mode,
          operations: [named(next(), aClient()), ...operations],
        });
        statuses = body.results.map(({ status }) => status);
      },
    );
    expect([race, statuses]).toEqual([{ waited: true, outcome: 'ok' }, [201, 200, 200, 200]]);
  });

  it('is refused where what is unique belongs to another record, in a batch too: client.name_in_use, client.crm_identifier_in_use', async () => {
    const id = next();
    const taken = aClient(listed(id));
    await application.api.create('/v1/clients', taken);
    const refused = [{ name: taken.name }, aClient(listed(id))];
    const codes = [];
    for (const body of refused) codes.push((await upsert(`/v1/clients/${crm(next())}`, body)).body.code);
    expect(codes).toEqual(['client.name_in_use', 'client.crm_identifier_in_use']);
    const { body } = await application.api.post<{ results: { body: Answer }[] }>('/v1/batch', {
      mode: 'each',
      operations: [...refused, ...refused, ...refused].map((each) => ({
        method: 'PATCH',
        path: `/v1/clients/${crm(next())}`,
        body: each,
      })),
    });
    expect(body.results.map((result) => result.body.code)).toEqual([...codes, ...codes, ...codes]);
  });
});
