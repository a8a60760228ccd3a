import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anInternalProject, aProject } from '../../factories/delivery.factory.js';
import { aClient, anIdentifier } from '../../factories/sales.factory.js';
import { eventsAbout } from '../../support/application/published-events.js';
import { faults, refusal, UNUSED_ID } from '../../support/requests/refusals.js';
import { createSales } from '../../support/application/sales.js';
import { shareTestApplication } from '../../support/application/shared-application.js';
import type { TestApplication } from '../../support/application/test-application.js';

interface ProjectAnswer extends Record<string, unknown> {
  id: string;
  name: string;
  status: string;
  modified_date: string;
}

describe('projects', () => {
  let application: TestApplication;
  let client: string;
  let pipeline: string;
  let open: string;
  let won: string;

  beforeAll(async () => {
    application = await shareTestApplication();
    ({ client, pipeline, open, won } = await createSales(application.api));
  });
  afterAll(() => application.close());

  const create = (members: object = {}) =>
    application.api.create<ProjectAnswer>('/v1/projects', aProject(client, { ...members }));
  const internal = () => application.api.create<ProjectAnswer>('/v1/projects', anInternalProject());
  const patch = (id: string, members: object) =>
    application.api.patch<ProjectAnswer>(`/v1/projects/${id}`, members);
  const found = async (query: string) =>
    (await application.api.get<{ results: ProjectAnswer[] }>(`/v1/projects?${query}`)).body.results.map(
      ({ id }) => id,
    );

  it('for a client need a name and the client, take over what the organization has, and tell of it', async () => {
    const { status, headers, body } = await application.api.post<ProjectAnswer>('/v1/projects', {
      name: ' Relaunch ',
      client_id: client,
    });
    expect([status, headers.get('location')]).toEqual([201, `/v1/projects/${body.id}`]);
    expect(body).toEqual({
      id: expect.any(String),
      name: 'Relaunch',
      project_model: 'client',
      client_id: client,
      status: 'pre_sale',
      stage_id: null,
      start_date: null,
      end_date: null,
      target_margin: 0.35,
      target_budget: null,
      currency_code: 'EUR',
      tags: [],
      is_included: true,
      crm_identifiers: [],
      metadata: {},
      merged_into_id: null,
      is_archived: false,
      created_date: body.modified_date,
      modified_date: expect.any(String),
    });
    expect((await application.api.get(`/v1/projects/${body.id}`)).body).toMatchObject(body);
    expect((await eventsAbout(application, body.id)).map(({ Topic }) => Topic)).toEqual(['project.created']);
    expect((await create({ name: 'Relaunch' })).name).toBe('Relaunch');
  });

  it('keep everything that is sent, exactly', async () => {
    const members = {
      status: 'on_hold',
      stage_id: open,
      start_date: '2027-01-04',
      end_date: '2027-01-04',
      target_margin: 0.1234,
      currency_code: 'JPY',
      target_budget: { currency_code: 'JPY', amount: 99_999_999_999.9999 },
      tags: ['Key account', 'remote'],
      is_included: false,
      crm_identifiers: [anIdentifier(), anIdentifier()],
      metadata: { text: 'é 🐘', number: -1.5, yes: true, nothing: null },
    };
    const project = await create(members);
    expect(project).toMatchObject(members);
    expect((await application.api.get(`/v1/projects/${project.id}`)).body).toMatchObject(project);
  });

  it('that are internal have no client and are in progress; a client is refused with 400', async () => {
    const project = await internal();
    expect(project).toMatchObject({ project_model: 'internal', client_id: null, status: 'in_progress' });
    expect(await faults(application, 'POST', '/v1/projects', { name: 'x' })).toEqual([400, ['client_id']]);
    const missing = await application.api.post<{ errors: object }>('/v1/projects', { name: 'x' });
    expect(missing.body.errors).toEqual({ client_id: ['is required'] });
    for (const client_id of [client, null]) {
      const body = anInternalProject({ client_id });
      expect(await faults(application, 'POST', '/v1/projects', body)).toEqual([400, ['client_id']]);
    }
  });

  it('that are internal never get a client: 422 project.internal_has_no_client; others keep one', async () => {
    const { id } = await internal();
    expect(await refusal(application, 'PATCH', `/v1/projects/${id}`, { client_id: client })).toEqual([
      422,
      'project.internal_has_no_client',
    ]);
    const project = await create();
    const other = await application.api.create('/v1/clients', aClient());
    expect((await patch(project.id, { client_id: other.id })).body.client_id).toBe(other.id);
    expect(await faults(application, 'PATCH', `/v1/projects/${project.id}`, { client_id: null })).toEqual([
      400,
      ['client_id'],
    ]);
  });

  it('that do not exist are refused with 404 project.not_found', async () => {
    expect(await refusal(application, 'GET', `/v1/projects/${UNUSED_ID}`)).toEqual([
      404,
      'project.not_found',
    ]);
    expect(await refusal(application, 'PATCH', `/v1/projects/${UNUSED_ID}`, {})).toEqual([
      404,
      'project.not_found',
    ]);
  });

  it('keep their model and currency: to send them in an update is 400', async () => {
    const { id } = await create();
    const body = { project_model: 'client', currency_code: 'EUR', merged_into_id: null };
    expect(await faults(application, 'PATCH', `/v1/projects/${id}`, body)).toEqual([
      400,
      ['currency_code', 'merged_into_id', 'project_model'],
    ]);
  });

  it('start in any status, move along the table, and are refused any other move with 409 project.status_move', async () => {
    const moves: Record<string, string[]> = {
      pre_sale: ['awaiting_start', 'in_progress'],
      awaiting_start: ['pre_sale', 'in_progress', 'on_hold', 'completed'],
      in_progress: ['on_hold', 'completed'],
      on_hold: ['in_progress', 'completed'],
      completed: ['in_progress'],
    };
    for (const [from, allowed] of Object.entries(moves)) {
      for (const to of Object.keys(moves)) {
        const { id } = await create({ status: from });
        const { status, body } = await application.api.patch(`/v1/projects/${id}`, { status: to });
        if (from === to || allowed.includes(to)) expect([from, to, body.status]).toEqual([from, to, to]);
        else {
          expect([from, to, status, body.code]).toEqual([from, to, 409, 'project.status_move']);
          for (const possible of allowed) expect(body.detail).toContain(possible);
        }
      }
    }
  });

  it('end when they start or later, also against what stands already, else 400 at the day that was sent', async () => {
    const dates = { start_date: '2027-01-02', end_date: '2027-01-01' };
    expect(await faults(application, 'POST', '/v1/projects', aProject(client, dates))).toEqual([
      400,
      ['end_date'],
    ]);
    const { id } = await create({ start_date: '2027-01-02' });
    const refused = [400, ['end_date']];
    expect(await faults(application, 'PATCH', `/v1/projects/${id}`, { end_date: '2027-01-01' })).toEqual(
      refused,
    );
    await patch(id, { end_date: '2027-01-05' });
    expect(await faults(application, 'PATCH', `/v1/projects/${id}`, { start_date: '2027-01-06' })).toEqual([
      400,
      ['start_date'],
    ]);
    expect((await patch(id, { start_date: '2027-01-06', end_date: null })).status).toBe(200);
  });

  it('have their budget in their currency, else 422 project.currency_mismatch', async () => {
    const dollars = { target_budget: { currency_code: 'USD', amount: 1 } };
    const mismatch = [422, 'project.currency_mismatch'];
    expect(await refusal(application, 'POST', '/v1/projects', aProject(client, dollars))).toEqual(mismatch);
    const { id } = await create({ ...dollars, currency_code: 'USD' });
    const euros = { target_budget: { currency_code: 'EUR', amount: 1 } };
    expect(await refusal(application, 'PATCH', `/v1/projects/${id}`, euros)).toEqual(mismatch);
    expect((await patch(id, { target_budget: null })).body.target_budget).toBeNull();
  });

  it('replace their metadata as a whole; values that are not plain are refused with 400 that names them', async () => {
    const { id } = await create({ metadata: { a: 1, b: 'x' } });
    expect((await patch(id, { metadata: { c: true } })).body.metadata).toEqual({ c: true });
    expect((await patch(id, { metadata: {} })).body.metadata).toEqual({});
    const wrong = { fine: 1, list: [], object: {}, nul: 'a\0' };
    expect(await faults(application, 'PATCH', `/v1/projects/${id}`, { metadata: wrong })).toEqual([
      400,
      ['metadata.list', 'metadata.nul', 'metadata.object'],
    ]);
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`key${index}`, 1]));
    for (const metadata of [many, { big: 'x'.repeat(16_384) }, { '': 1 }, [], null]) {
      expect(await faults(application, 'PATCH', `/v1/projects/${id}`, { metadata })).toEqual([
        400,
        ['metadata'],
      ]);
    }
  });

  it('tell of what really changed, and of nothing when nothing did', async () => {
    const budget = { currency_code: 'EUR', amount: 10.5 };
    const project = await create({ target_budget: budget, metadata: { a: 1, b: 2 } });
    const { id, created_date, modified_date, merged_into_id, project_model, currency_code, ...members } =
      project;
    expect([created_date, merged_into_id, project_model, currency_code]).toEqual([
      modified_date,
      null,
      'client',
      'EUR',
    ]);
    const { stage_id, start_date, end_date, ...rest } = members;
    const same = { ...rest, stage_id, start_date, end_date, metadata: { b: 2, a: 1 } };
    expect((await patch(id, same)).body).toEqual(project);
    await patch(id, {
      ...same,
      is_included: false,
      metadata: { a: 1 },
      target_budget: { ...budget, amount: 11 },
    });
    const events = await eventsAbout(application, id);
    expect(events.map(({ Topic, Payload }) => [Topic, Payload.ModifiedProperties])).toEqual([
      ['project.created', undefined],
      ['project.modified', expect.arrayContaining(['is_included', 'metadata', 'target_budget'])],
    ]);
    expect(events[1]?.Payload.ModifiedProperties).toHaveLength(3);
  });

  it('that were merged away can be read, and refuse every write with 409 project.merged', async () => {
    const target = await create();
    const source = await create();
    await application.database.query(
      'UPDATE projects SET merged_into_id = $1, is_archived = true WHERE id = $2',
      [target.id, source.id],
    );
    expect((await application.api.get(`/v1/projects/${source.id}`)).body).toMatchObject({
      merged_into_id: target.id,
      is_archived: true,
    });
    for (const body of [{}, { name: 'x' }, { is_archived: false }, { status: 'completed' }]) {
      expect(await refusal(application, 'PATCH', `/v1/projects/${source.id}`, body)).toEqual([
        409,
        'project.merged',
      ]);
    }
    expect((await patch(target.id, { name: 'Target' })).status).toBe(200);
  });

  it('are found by each filter, and by all of them together', async () => {
    const name = 'Quagga 50% off_';
    const other = await application.api.create('/v1/clients', aClient());
    const members = { name, client_id: other.id, tags: ['remote', 'Key account'], stage_id: open };
    const sale = await create(members);
    const running = await create({ ...members, status: 'in_progress', stage_id: won, tags: ['remote'] });
    const hidden = await create({ ...members, is_included: false, stage_id: null, tags: [] });
    const own = await application.api.create<ProjectAnswer>(
      '/v1/projects',
      anInternalProject({ name: 'Quagga' }),
    );
    await patch(hidden.id, { is_archived: true });
    const [a, b, c, d] = [sale.id, running.id, hidden.id, own.id];
    expect(await found('terms=quagga')).toEqual([a, b, c, d]);
    expect(await found('terms=50%25%20QUAG')).toEqual([a, b, c]);
    expect(await found(`client_id=${other.id}`)).toEqual([a, b, c]);
    expect(await found('terms=quagga&is_archived=true')).toEqual([c]);
    expect(await found('terms=quagga&is_included=false')).toEqual([c]);
    expect(await found('terms=quagga&project_model=internal')).toEqual([d]);
    expect(await found('terms=quagga&status=pre_sale')).toEqual([a, c]);
    expect(await found('terms=quagga&status=pre_sale&status=in_progress')).toEqual([a, b, c, d]);
    expect(await found(`terms=quagga&stage_id=${won}`)).toEqual([b]);
    expect(await found(`terms=quagga&pipeline_id=${pipeline}`)).toEqual([a, b]);
    expect(await found('terms=quagga&tags=REMOTE')).toEqual([a, b]);
    expect(await found('terms=quagga&tags=remote&tags=key%20account')).toEqual([a]);
    expect(await found('terms=quagga&tags=remote&tags=nobody')).toEqual([]);
    const all = `client_id=${other.id}&status=pre_sale&project_model=client&stage_id=${open}&pipeline_id=${pipeline}`;
    expect(await found(`terms=quagga&${all}&tags=remote&is_included=true&is_archived=false`)).toEqual([a]);
    expect(await faults(application, 'GET', '/v1/projects?status=done&stage_id=x&tag=a', undefined)).toEqual([
      400,
      ['stage_id', 'status', 'tag'],
    ]);
  });

  it('need delivery:read to be seen and delivery:write to be changed, else 403 token.scope_missing', async () => {
    const { api } = await application.organization('Test organization', 'delivery:read', 'sales:write');
    expect((await api.get('/v1/projects')).status).toBe(200);
    const { status, body } = await api.post('/v1/projects', aProject(client));
    expect([status, body.code]).toEqual([403, 'token.scope_missing']);
  });
});
