import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NIL_ID } from '../../../src/platform/values/index.js';
import { anActualTime, aTimesheetEntry } from '../../factories/time-tracking.factory.js';
import { aDepartment, aPerson, aRateCard, aRequisition, aRole, usd } from '../../factories/people.factory.js';
import { anOffering, aProject } from '../../factories/delivery.factory.js';
import { aClient, aPipeline, aStage } from '../../factories/sales.factory.js';
import { TimesheetEntryIntake } from '../../../src/contexts/time-tracking/index.js';
import { shareTestApplication } from '../../support/application/shared-application.js';
import type { TestApplication } from '../../support/application/test-application.js';
import { faults, refusal } from '../../support/requests/refusals.js';

type Answer = Record<string, unknown> & { id: string; modified_date: string };

let application: TestApplication;
let made = 0;

beforeAll(async () => {
  application = await shareTestApplication();
});
afterAll(() => application.close());

const crm = (identifier: string): string => `crm:hub:${identifier}`;
const listed = (identifier: string) => ({
  crm_identifiers: [{ url: null, identifier, system: 'hub' }],
});
const create = (path: string, body: object) => application.api.create<Answer>(path, body);
const get = (path: string) => application.api.get<Answer>(path);
const idsOf = async (path: string): Promise<string[]> =>
  (await application.api.get<{ results: Answer[] }>(path)).body.results.map(({ id }) => id);
const next = (): string => `r-${++made}`;

/** One record of each kind, each with the identifier that it is referred to by from then on. */
async function makeRecords() {
  const id = next();
  const person = aPerson(listed(id));
  await create('/v1/departments', aDepartment(listed(id)));
  await create('/v1/roles', aRole(crm(id), listed(id)));
  await create('/v1/people', { ...person, role_id: crm(id) });
  await create('/v1/requisitions', aRequisition(crm(id), listed(id)));
  await create('/v1/clients', aClient({ account_manager_id: crm(id), ...listed(id) }));
  await create('/v1/pipelines', aPipeline(listed(id)));
  await create(`/v1/pipelines/${crm(id)}/stages`, aStage(listed(id)));
  const card = aRateCard(listed(id));
  await create('/v1/rate-cards', card);
  await create(`/v1/rate-cards/${crm(id)}/rates`, { role_id: crm(id), bill_rate: usd(1), ...listed(id) });
  await create('/v1/projects', aProject(crm(id), { stage_id: crm(id), ...listed(id) }));
  const offering = anOffering({ billing_model_options: { rate_card_id: `name: ${card.name} ` } });
  await create(`/v1/projects/${crm(id)}/offerings`, { ...offering, ...listed(id) });
  await create(`/v1/projects/${crm(id)}/offerings/${crm(id)}/roles`, {
    role_id: crm(id),
    assignment: { type: 'person', id: `email:${person.email_address.toUpperCase()}` },
    ...listed(id),
  });
  await create('/v1/actual-time', anActualTime(crm(id), crm(id), { project_id: crm(id), ...listed(id) }));
  return { id, person, card, offering };
}

const kinds = (id: string) => [
  { kind: 'department', path: `/v1/departments` },
  { kind: 'role', path: `/v1/roles` },
  { kind: 'person', path: `/v1/people` },
  { kind: 'requisition', path: `/v1/requisitions` },
  { kind: 'client', path: `/v1/clients` },
  { kind: 'pipeline', path: `/v1/pipelines` },
  { kind: 'stage', path: `/v1/pipelines/${crm(id)}/stages` },
  { kind: 'rate_card', path: `/v1/rate-cards` },
  { kind: 'rate_card_rate', path: `/v1/rate-cards/${crm(id)}/rates` },
  { kind: 'project', path: `/v1/projects` },
  { kind: 'project_offering', path: `/v1/projects/${crm(id)}/offerings` },
  { kind: 'project_offering_role', path: `/v1/projects/${crm(id)}/offerings/${crm(id)}/roles` },
  { kind: 'actual_time', path: `/v1/actual-time` },
];

describe('a reference', () => {
  it('leads to a record of each kind, in paths and bodies, and answers have ids only, and identifiers in one order', async () => {
    const { id } = await makeRecords();
    for (const { kind, path } of kinds(id)) {
      const { status, body } = await get(`${path}/${crm(id)}`);
      expect([kind, status]).toEqual([kind, 200]);
      expect(body).toMatchObject(listed(id));
      const shown = JSON.stringify([{ system: 'hub', identifier: id, url: null }]);
      expect([kind, JSON.stringify(body.crm_identifiers)]).toEqual([kind, shown]);
      expect(JSON.stringify({ ...body, crm_identifiers: [] })).not.toContain('crm:');
      expect(await get(`${path}/${body.id}`)).toMatchObject({ status: 200, body: { id: body.id } });
      expect((await get(`${path}/${crm('nothing')}`)).status).toBe(404);
    }
    expect((await application.api.delete(`/v1/actual-time/${crm(id)}`)).status).toBe(204);
    expect((await get(`/v1/actual-time/${crm(id)}`)).body.code).toBe('actual_time.not_found');
  });

  it('leads to one record of a kind, else 409: department.crm_identifier_in_use, role.crm_identifier_in_use, person.crm_identifier_in_use, requisition.crm_identifier_in_use, rate_card.crm_identifier_in_use, rate_card_rate.crm_identifier_in_use, project_offering.crm_identifier_in_use, project_offering_role.crm_identifier_in_use, actual_time.crm_identifier_in_use', async () => {
    const [first, second] = [await makeRecords(), await makeRecords()];
    for (const { kind, path } of kinds(second.id)) {
      const record = `${path}/${crm(second.id)}`;
      expect(await refusal(application, 'PATCH', record, listed(first.id))).toEqual([
        409,
        `${kind}.crm_identifier_in_use`,
      ]);
      const other = { crm_identifiers: [{ system: 'Hub', identifier: first.id, url: null }] };
      const both = { crm_identifiers: [...other.crm_identifiers, ...listed(second.id).crm_identifiers] };
      const changed = await application.api.patch<Answer>(record, both);
      expect([kind, changed.status, changed.body.crm_identifiers]).toEqual([kind, 200, both.crm_identifiers]);
      expect((await get(`${path}/crm:Hub:${first.id}`)).body.id).toBe(changed.body.id);
    }
  });

  it('leads to a timesheet entry, else 409 timesheet_entry.crm_identifier_in_use', async () => {
    const { id } = await makeRecords();
    const { body: time } = await get(`/v1/actual-time/${crm(id)}`);
    const entry = aTimesheetEntry(time as never, listed(id));
    const intake = application.get(TimesheetEntryIntake);
    const [entryId] = await intake.take(application.organizationId, [entry]);
    const day = `start_date=${entry.recorded_date}&project_id=${crm(id)}`;
    expect(await idsOf(`/v1/timesheet-entries?${day}`)).toEqual([entryId]);
    expect(await idsOf(`/v1/timesheet-entries?id=${crm(id)}`)).toEqual([entryId]);
    await expect(intake.take(application.organizationId, [entry])).rejects.toMatchObject({
      code: 'timesheet_entry.crm_identifier_in_use',
    });
  });

  it('stands in filters, where one that leads nowhere finds nothing', async () => {
    const { id, person } = await makeRecords();
    const project = (await get(`/v1/projects/${crm(id)}`)).body.id;
    for (const filter of [`client_id=${crm(id)}`, `stage_id=${crm(id)}`, `pipeline_id=${crm(id)}`]) {
      expect(await idsOf(`/v1/projects?${filter}`)).toEqual([project]);
    }
    for (const { path } of kinds(id)) {
      const found = [(await get(`${path}/${crm(id)}`)).body.id];
      expect([path, await idsOf(`${path}?id=${crm(id)}&id=${crm('nothing')}`)]).toEqual([path, found]);
    }
    expect(await idsOf(`/v1/projects?client_id=${crm('nothing')}`)).toEqual([]);
    const time = await idsOf(`/v1/actual-time?start_date=2026-11-20&person_id=email:${person.email_address}`);
    expect(time).toEqual([(await get(`/v1/actual-time/${crm(id)}`)).body.id]);
  });

  it('that leads nowhere in a body is refused as an unknown id, once with an id twice', async () => {
    const { id, person } = await makeRecords();
    expect(await refusal(application, 'POST', '/v1/projects', aProject(crm('nothing')))).toEqual([
      422,
      'client.not_usable',
    ]);
    const unknown = { additional_role_ids: [crm('nothing'), crm('nowhere')] };
    expect(await refusal(application, 'PATCH', `/v1/people/${crm(id)}`, unknown)).toEqual([
      422,
      'role.not_usable',
    ]);
    const role = await create('/v1/roles', aRole(crm(id), listed(`${id}-b`)));
    const twice = { additional_role_ids: [role.id, crm(`${id}-b`)] };
    expect(await faults(application, 'PATCH', `/v1/people/${crm(id)}`, twice)).toEqual([
      400,
      ['additional_role_ids[1]'],
    ]);
    const stages = [
      { id: crm(id) },
      { id: (await get(`/v1/pipelines/${crm(id)}/stages/${crm(id)}`)).body.id },
    ];
    expect(await faults(application, 'PATCH', `/v1/pipelines/${crm(id)}`, { stages })).toEqual([
      400,
      ['stages[1]'],
    ]);
    expect((await get(`/v1/people/email:${person.email_address}`)).body).toMatchObject(listed(id));
  });

  it('of a form that its kind does not have is refused with 400, which says the forms', async () => {
    const { id } = await makeRecords();
    for (const wrong of ['name:x', 'email:a@example.com', 'crm:hub', 'crm::x', 'x', 'crm:hub:']) {
      const { status, body } = await application.api.get<{ errors: Record<string, string[]> }>(
        `/v1/projects/${wrong}`,
      );
      expect([wrong, status, body.errors.id?.[0]]).toEqual([
        wrong,
        400,
        'must be a UUID, or crm:<system>:<identifier>',
      ]);
    }
    const { body } = await application.api.post<{ errors: object }>('/v1/projects', aProject('email:a@b.c'));
    expect(body.errors).toEqual({
      client_id: ['must be a UUID, or crm:<system>:<identifier> or name:<name>'],
    });
    const path = `/v1/projects/${crm(id)}/offerings/${crm(id)}/roles/${crm(id)}`;
    const assigned = { assignment: { type: 'requisition', id: 'email:a@example.com' } };
    expect(await faults(application, 'PATCH', path, assigned)).toEqual([400, ['assignment.id']]);
    expect(await faults(application, 'GET', '/v1/projects?client_id=x')).toEqual([400, ['client_id']]);
  });

  it('is percent-decoded, and its identifier may have colons and slashes, its system none', async () => {
    const identifier = `a/b:${next()} %`;
    const { id } = await create('/v1/clients', aClient(listed(identifier)));
    expect((await get(`/v1/clients/${encodeURIComponent(crm(identifier))}`)).body.id).toBe(id);
    const named = await create('/v1/clients', { name: `Ä / ${next()}` });
    const name = encodeURIComponent(`name:${(named.name as string).toLowerCase()}`);
    expect((await get(`/v1/clients/${name}`)).body.id).toBe(named.id);
    const colon = { crm_identifiers: [{ system: 'a:b', identifier: 'c' }] };
    expect(await faults(application, 'POST', '/v1/clients', aClient(colon))).toEqual([
      400,
      ['crm_identifiers[0].system'],
    ]);
  });

  it('by name leads to the one that is not archived, of archived ones to the last created', async () => {
    const name = `Named ${next()}`;
    const path = `/v1/clients/${encodeURIComponent(`name:${name}`)}`;
    const archived = async () => {
      const { id } = await create('/v1/clients', { name });
      await application.api.patch(`/v1/clients/${id}`, { is_archived: true });
      return id;
    };
    const ids = [await archived(), await archived()];
    expect((await get(path)).body.id).toBe(ids[1]);
    const live = await create('/v1/clients', { name: name.toUpperCase() });
    expect((await get(path)).body.id).toBe(live.id);
    await application.api.patch(`/v1/clients/${live.id}`, { is_archived: true });
    await application.api.patch(`/v1/clients/${ids[0]}`, { is_archived: false });
    expect((await get(path)).body.id).toBe(ids[0]);
  });

  it('to a stage by name counts below its pipeline, else 422 reference.name_needs_parent', async () => {
    const [pipeline, other] = [
      await create('/v1/pipelines', aPipeline()),
      await create('/v1/pipelines', aPipeline()),
    ];
    const name = `Won ${next()}`;
    const won = await create(`/v1/pipelines/${pipeline.id}/stages`, aStage({ name }));
    const elsewhere = await create(`/v1/pipelines/name:${other.name as string}/stages`, aStage({ name }));
    const stage = encodeURIComponent(`name:${name}`);
    const below = (place: Answer) => `/v1/pipelines/name:${place.name as string}/stages/${stage}`;
    expect((await get(below(pipeline))).body.id).toBe(won.id);
    expect((await get(below(other))).body.id).toBe(elsewhere.id);
    expect((await get(`/v1/pipelines/${NIL_ID}/stages/${stage}`)).status).toBe(404);
    const needsParent = [422, 'reference.name_needs_parent'];
    const client = await create('/v1/clients', aClient());
    const project = aProject(client.id, { stage_id: `name:${name}` });
    expect(await refusal(application, 'POST', '/v1/projects', project)).toEqual(needsParent);
    const lists = ['projects?stage_id', 'pipeline-stages?id', `pipelines/${pipeline.id}/stages?id`];
    for (const list of lists)
      expect(await refusal(application, 'GET', `/v1/${list}=${stage}`)).toEqual(needsParent);
  });

  it('to a project that was merged away leads to the target, through a chain of merges too', async () => {
    const client = await create('/v1/clients', aClient());
    const names = [next(), next(), next()] as const;
    const [a, b, c] = await Promise.all(
      names.map((name) => create('/v1/projects', aProject(client.id, listed(name)))),
    );
    for (const [target, source] of [
      [b, a],
      [c, b],
    ]) {
      expect((await application.api.post(`/v1/projects/${target?.id}/merge/${source?.id}`)).status).toBe(204);
    }
    for (const name of names) expect((await get(`/v1/projects/${crm(name)}`)).body.id).toBe(c?.id);
  });

  it("does not lead to another organization's record", async () => {
    const { id, person } = await makeRecords();
    const { api } = await application.organization('Other');
    for (const reference of [crm(id), `email:${person.email_address}`]) {
      expect((await api.get(`/v1/people/${reference}`)).status).toBe(404);
    }
  });
});

describe('a PATCH by a reference', () => {
  const upsert = (path: string, body: object, headers: Record<string, string> = {}) =>
    application.api.send<Answer>('PATCH', path, body, headers);

  it('creates what is not there (201), changes what is (200), and keeps the identifier, whatever the body says', async () => {
    const path = `/v1/clients/${crm(next())}`;
    const { system, identifier } = { system: 'hub', identifier: path.split(':').at(-1) };
    const created = await upsert(path, aClient({ crm_identifiers: [{ system: 'erp', identifier }] }));
    expect([created.status, created.headers.get('location')]).toEqual([
      201,
      `/v1/clients/${created.body.id}`,
    ]);
    const both = [
      { system: 'erp', identifier, url: null },
      { system, identifier, url: null },
    ];
    expect(created.body.crm_identifiers).toEqual(both);
    const changed = await upsert(path, { name: 'Renamed', crm_identifiers: [] });
    expect([changed.status, changed.headers.get('location')]).toEqual([200, null]);
    expect(changed.body).toMatchObject({ id: created.body.id, name: 'Renamed', crm_identifiers: [both[1]] });
    expect((await upsert(path, { name: 'Renamed' })).body.modified_date).toBe(changed.body.modified_date);
    const linked = { system, identifier, url: 'https://crm.example/1' };
    await upsert(path, { crm_identifiers: [linked] });
    const kept = await upsert(path, { crm_identifiers: [{ system: 'erp', identifier }] });
    expect(kept.body.crm_identifiers).toEqual([both[0], linked]);
    await upsert(path, { is_archived: true });
    const archived = await upsert(path, { name: 'Archived' });
    expect([archived.status, archived.body.is_archived]).toEqual([200, true]);
    expect(await faults(application, 'PATCH', `/v1/clients/${crm(next())}`, {})).toEqual([400, ['name']]);
    expect(await refusal(application, 'PATCH', `/v1/clients/name:${next()}`, {})).toEqual([
      404,
      'client.not_found',
    ]);
  });

  it.each([
    ['/v1/clients', () => aClient()],
    ['/v1/departments', () => aDepartment()],
    ['/v1/people', () => aPerson({})],
    ['/v1/projects', () => ({ name: next(), project_model: 'internal' })],
    ['/v1/rate-cards', () => aRateCard()],
  ])(
    'takes at once what only a change takes, as a nightly list sends it: is_archived of %s',
    async (path, aBody) => {
      const [active, former] = [`${path}/${crm(next())}`, `${path}/${crm(next())}`];
      const row = { ...aBody(), is_archived: false };
      const made = await upsert(active, row);
      expect([made.status, made.body.is_archived]).toEqual([201, false]);
      const again = await upsert(active, row);
      expect([again.status, again.body.modified_date]).toEqual([200, made.body.modified_date]);
      const gone = await upsert(former, { ...aBody(), is_archived: true });
      expect([gone.status, gone.body.is_archived]).toEqual([201, true]);
      expect(gone.headers.get('location')).toBe(`${path}/${gone.body.id}`);
      expect((await get(`${path}/${gone.body.id}`)).body).toMatchObject({ is_archived: true });
      const wrong = { ...aBody(), is_archived: 'x' };
      expect(await faults(application, 'PATCH', `${path}/${crm(next())}`, wrong)).toEqual([
        400,
        ['is_archived'],
      ]);
      const unknown = { ...aBody(), is_active: true };
      expect(await faults(application, 'PATCH', `${path}/${crm(next())}`, unknown)).toEqual([
        400,
        ['is_active'],
      ]);
    },
  );

  it('says where what it made is, whatever its identifier has', async () => {
    const identifier = encodeURIComponent(`a/b?${next()}/../c`);
    const { body, headers } = await upsert(`/v1/clients/${crm(identifier)}`, aClient());
    expect(headers.get('location')).toBe(`/v1/clients/${body.id}`);
  });

  it('works for each kind, below its parents too', async () => {
    const id = next();
    const made = kinds(id).map(({ path }) => `${path}/${crm(id)}`);
    const bodies = [
      aDepartment(),
      aRole(crm(id)),
      aPerson({ role_id: crm(id) }),
      aRequisition(crm(id)),
      aClient(),
      aPipeline({ stages: [aStage(listed(`${id}-b`)), aStage({ likelihood: 0.5, position: 0 })] }),
      aStage(),
      aRateCard(),
      { role_id: crm(id), bill_rate: usd(1) },
      aProject(crm(id)),
      anOffering(),
      { role_id: crm(id), assignment: { type: 'person', id: crm(id) } },
      anActualTime(crm(id), crm(id)),
    ];
    for (const [index, path] of made.entries()) {
      const { status, body, headers } = await upsert(path, bodies[index] as object);
      expect([path, status]).toEqual([path, 201]);
      const location = headers.get('location') ?? '';
      expect([location.includes('crm'), location.endsWith(body.id)]).toEqual([false, true]);
      expect((await get(location)).body).toMatchObject(body);
      expect(await upsert(path, {})).toMatchObject({ status: 200, body });
      const again = await upsert(path, bodies[index] as object);
      expect([path, again.status, again.body.modified_date]).toEqual([path, 200, body.modified_date]);
    }
    const other = { project_model: 'internal' };
    expect(await refusal(application, 'PATCH', `/v1/projects/${crm(id)}`, other)).toEqual([
      409,
      'request.member_fixed',
    ]);
    const offering = `/v1/projects/${NIL_ID}/offerings/${crm(next())}`;
    expect(await refusal(application, 'PATCH', offering, anOffering())).toEqual([404, 'project.not_found']);
  });

  it('takes what only creation takes again while the record has it, else 409 request.member_fixed', async () => {
    const id = next();
    const path = `/v1/pipelines/${crm(id)}`;
    const [first, second] = [aStage({ likelihood: 0.5 }), aStage({ outcome: 'won' })];
    const { body } = await upsert(path, aPipeline({ stages: [first, second] }));
    const [stage] = body.stages as [Answer];
    const repeated = (stages: object[], name = body.name) => upsert(path, { name, stages });
    expect(await repeated([{ name: first.name }, second], 'Renamed')).toMatchObject({
      status: 200,
      body: { name: 'Renamed', stages: body.stages },
    });
    for (const stages of [[second, first], [first], [first, { ...second, likelihood: 0.9 }]]) {
      const { status, body: refused } = await repeated(stages);
      expect([status, refused.code, refused.detail]).toEqual([
        409,
        'request.member_fixed',
        expect.stringContaining('stages:'),
      ]);
    }
    expect((await get(path)).body.name).toBe('Renamed');
    const changed = await upsert(path, { stages: [{ id: stage.id, likelihood: 0.25 }] });
    expect([changed.status, (changed.body.stages as Answer[])[0]?.likelihood]).toEqual([200, 0.25]);
    expect(await faults(application, 'PATCH', path, { stages: [{ likelihood: 2 }] })).toEqual([
      400,
      ['stages[0].id', 'stages[0].likelihood'],
    ]);
  });

  it('takes the address of a person and the name of a tag from the path', async () => {
    const address = `${next()}@example.com`;
    const person = await upsert(`/v1/people/email:${address}`, { given_name: 'Ada' });
    expect([person.status, person.body.email_address]).toEqual([201, address]);
    const again = await upsert(`/v1/people/email:${address.toUpperCase()}`, { given_name: 'Grace' });
    expect([again.status, again.body.id]).toEqual([200, person.body.id]);
    const name = `Tag ${next()}`;
    const tag = await upsert(`/v1/tags/name:${name.toLowerCase()}`, { name });
    expect([tag.status, tag.body.name]).toEqual([201, name]);
    const other = await upsert(`/v1/tags/name:${name} b`, { name: 'Another' });
    expect([other.status, other.body.name]).toEqual([201, `${name} b`]);
  });

  it('only creates with If-None-Match: *, only changes with If-Match, else 412 precondition.failed', async () => {
    const path = `/v1/clients/${crm(next())}`;
    const refused = async (headers: Record<string, string>) => {
      const { status, body } = await upsert(path, aClient(), headers);
      return [status, body.code];
    };
    expect(await refused({ 'If-Match': '*' })).toEqual([412, 'precondition.failed']);
    expect((await upsert(path, aClient(), { 'If-None-Match': '*' })).status).toBe(201);
    expect(await refused({ 'If-None-Match': '*' })).toEqual([412, 'precondition.failed']);
    expect((await upsert(path, {}, { 'If-Match': '*' })).status).toBe(200);
  });

  it('only creates with If-None-Match: *, whatever else could be said of its members', async () => {
    const [id, other] = [next(), next()];
    await create('/v1/pipelines', aPipeline(listed(id)));
    await create('/v1/pipelines', aPipeline(listed(other)));
    const stage = await create(`/v1/pipelines/${crm(id)}/stages`, aStage(listed(id)));
    for (const [path, version] of [
      [`/v1/pipelines/${crm(id)}`, (await get(`/v1/pipelines/${crm(id)}`)).body],
      [`/v1/pipelines/${crm(id)}/stages/${crm(id)}`, stage],
    ] as const) {
      for (const body of [{ stages: [aStage()] }, { name: '' }, { nothing: 1 }]) {
        const { status, headers } = await upsert(path, body, { 'If-None-Match': '*' });
        expect([path, status, headers.get('etag')]).toEqual([path, 412, `"${version.modified_date}"`]);
      }
    }
    const elsewhere = `/v1/pipelines/${crm(other)}/stages/${crm(id)}`;
    expect((await upsert(elsewhere, {}, { 'If-None-Match': '*' })).body.code).toBe('stage.not_found');
  });

  it('takes nothing but an object for a body, whether it would create or change', async () => {
    const path = `/v1/tags/name:${next()}`;
    const refusedByBoth = [400, ['body']];
    expect(await faults(application, 'PATCH', path, null)).toEqual(refusedByBoth);
    expect((await upsert(path, {})).status).toBe(201);
    expect(await faults(application, 'PATCH', path, null)).toEqual(refusedByBoth);
  });

  it('says how many identifiers there is room for beside that of the path', async () => {
    const id = next();
    const list = Array.from({ length: 20 }, (_, n) => ({ system: 'erp', identifier: `${id}-${n}` }));
    for (const expected of ['creates', 'changes']) {
      const { status, body } = await upsert(`/v1/clients/${crm(id)}`, aClient({ crm_identifiers: list }));
      expect([expected, status, body.errors]).toEqual([
        expected,
        400,
        { crm_identifiers: ['must be a list of at most 19 items beside the identifier of the path'] },
      ]);
      await upsert(`/v1/clients/${crm(id)}`, aClient());
    }
    const own = { system: 'hub', identifier: id };
    const full = await upsert(`/v1/clients/${crm(id)}`, { crm_identifiers: [own, ...list.slice(1)] });
    expect([full.status, (full.body.crm_identifiers as unknown[]).length]).toEqual([200, 20]);
  });

  it('leaves nothing of what is refused, which is told as by POST', async () => {
    const path = `/v1/projects/${crm(next())}`;
    expect(await refusal(application, 'PATCH', path, aProject(crm('nothing')))).toEqual([
      422,
      'client.not_usable',
    ]);
    expect((await get(path)).status).toBe(404);
  });
});

describe('the cursor of a list below a reference', () => {
  it('is that of the list below the id, and of no other record, also where identifiers differ by their case', async () => {
    const id = next();
    const upper = await create('/v1/pipelines', aPipeline(listed(`${id}-A`)));
    await create('/v1/pipelines', aPipeline(listed(`${id}-a`)));
    for (const identifier of [`${id}-A`, `${id}-a`]) {
      for (const stage of [aStage(), aStage()])
        await create(`/v1/pipelines/${crm(identifier)}/stages`, stage);
    }
    const page = (pipeline: string, cursor: string) =>
      get(`/v1/pipelines/${pipeline}/stages?pageSize=1&cursor=${cursor}`);
    const { next_cursor: cursor } = (await page(crm(`${id}-A`), 'start')).body as unknown as {
      next_cursor: string;
    };
    const statuses = await Promise.all(
      [crm(`${id}-A`), upper.id, upper.id.toUpperCase(), crm(`${id}-a`)].map(
        async (pipeline) => (await page(pipeline, cursor)).status,
      ),
    );
    expect(statuses).toEqual([200, 200, 200, 400]);
  });
});
