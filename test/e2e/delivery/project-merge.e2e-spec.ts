import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TimesheetEntryIntake } from '../../../src/contexts/time-tracking/index.js';
import { anInternalProject, anOffering, plannedDays } from '../../factories/delivery.factory.js';
import { usd } from '../../factories/people.factory.js';
import { aClient, anIdentifier } from '../../factories/sales.factory.js';
import { aTimesheetEntry } from '../../factories/time-tracking.factory.js';
import { createPlanning, type Planning } from '../../support/application/planning.js';
import { eventsAbout } from '../../support/application/published-events.js';
import { refusal, UNUSED_ID } from '../../support/requests/refusals.js';
import { shareTestApplication } from '../../support/application/shared-application.js';
import type { TestApplication } from '../../support/application/test-application.js';

interface ProjectAnswer extends Record<string, unknown> {
  id: string;
  modified_date: string;
}

describe('merging a project into another one', () => {
  let application: TestApplication;
  let planning: Planning;
  let person: string;

  beforeAll(async () => {
    application = await shareTestApplication();
    const { api } = application;
    planning = await createPlanning(application);
    person = await planning.newPerson({ role_id: planning.roleId });
    for (const name of ['Both', 'Theirs', 'Ours']) await api.create('/v1/tags', { name });
  });
  afterAll(() => application.close());

  const create = (members: object = {}) => planning.newProject({ ...members });
  const addOffering = (projectId: string, members: object = {}) =>
    planning.newOffering({ ...members }, projectId);
  const merge = (target: string, source: string) =>
    application.api.post(`/v1/projects/${target}/merge/${source}`);
  const refusalOf = (target: string, source: string) =>
    refusal(application, 'POST', `/v1/projects/${target}/merge/${source}`);
  const get = async <Body = ProjectAnswer>(path: string) =>
    (await application.api.get<Body>(`/v1/projects/${path}`)).body;
  const offeringsOf = async (id: string) =>
    (await get<{ results: { id: string; name: string; project_id: string }[] }>(`${id}/offerings`)).results;
  const modifiedIn = async (id: string) =>
    (await eventsAbout(application, id))
      .filter(({ Topic }) => Topic.endsWith('.modified'))
      .map(({ Payload }) => Payload.ModifiedProperties);

  it('moves its offerings with their roles, assignments and planned time, and their timesheet entries', async () => {
    const { api } = application;
    const [target, source] = [await create(), await create({ name: 'Old' })];
    await addOffering(target, { name: 'Design' });
    const [same, other] = [
      await addOffering(source, { name: 'DESIGN' }),
      await addOffering(source, { name: 'Build' }),
    ];
    const before = `/v1/projects/${source}/offerings/${other}/roles`;
    const assignment = { type: 'person', id: person };
    const planned = await planning.newRole(other, { assignment, tags: ['Both'] }, source);
    await api.post(`${before}/${planned.id}/planned-time`, plannedDays('2027-01-04', 8, 4.25));
    const [entry] = await application.get(TimesheetEntryIntake).take(application.organizationId, [
      aTimesheetEntry(
        {
          project_id: source,
          project_offering_id: other,
          project_offering_role_id: planned.id,
          person_id: person,
        },
        { recorded_date: '2027-01-04' },
      ),
    ]);

    const { status, body } = await merge(target, source);
    expect([status, body]).toEqual([204, null]);

    expect((await offeringsOf(target)).map(({ name }) => name)).toEqual(['Design', 'DESIGN (Old)', 'Build']);
    expect(await offeringsOf(source)).toEqual([]);
    const after = `/v1/projects/${target}/offerings/${other}/roles`;
    const { body: moved } = await api.get<ProjectAnswer>(`${after}/${planned.id}`);
    expect(moved).toEqual({
      ...planned,
      project_id: target,
      scheduled_hours: 12.25,
      modified_date: expect.any(String),
    });
    expect(moved.modified_date > String(planned.modified_date)).toBe(true);
    expect((await api.get(`${after}/${planned.id}/planned-time`)).body.total).toBe(2);
    const entries = await api.get<{ results: { id: string; created_date: string; modified_date: string }[] }>(
      '/v1/timesheet-entries?start_date=2027-01-04&end_date=2027-01-04',
    );
    expect(entries.body.results).toEqual([expect.objectContaining({ id: entry, project_id: target })]);
    const [told] = entries.body.results;
    expect((told?.modified_date ?? '') > (told?.created_date ?? '')).toBe(true);
    const gone = await api.get(before);
    expect([gone.status, gone.body.code]).toEqual([404, 'project_offering.not_found']);
    expect(await modifiedIn(same)).toEqual([['project_id', 'name']]);
    expect(await modifiedIn(other)).toEqual([['project_id']]);
    const [, offering] = await eventsAbout(application, other);
    expect(offering?.Payload).toMatchObject({ Id: other, ProjectId: target });
    const role = (await eventsAbout(application, planned.id)).at(-1);
    expect([role?.Topic, role?.Payload]).toEqual([
      'projectofferingrole.modified',
      { Id: planned.id, ProjectId: target, ProjectOfferingId: other, ModifiedProperties: ['project_id'] },
    ]);
  });

  it('unites the tags, and appends the CRM identifiers', async () => {
    const [one, two, three] = [anIdentifier(), anIdentifier(), anIdentifier()];
    const target = await create({ tags: ['Ours', 'Both'], crm_identifiers: [one] });
    const source = await create({ tags: ['Both', 'Theirs'], crm_identifiers: [two, three] });
    await merge(target, source);
    expect(await get(target)).toMatchObject({
      tags: ['Both', 'Ours', 'Theirs'],
      crm_identifiers: [one, two, three],
    });
    expect(await get(source)).toMatchObject({ tags: [], crm_identifiers: [] });
    expect(await modifiedIn(target)).toEqual([['tags', 'crm_identifiers']]);
    const all = ['merged_into_id', 'is_archived', 'tags', 'crm_identifiers'];
    expect(await modifiedIn(source)).toEqual([all]);
  });

  it('leaves the source as an archived trace that refuses every write with 409 project.merged', async () => {
    const { api } = application;
    const [target, source] = [await create(), await create({ name: 'Trace' })];
    const untouched = await get(target);
    await merge(target, source);
    expect(await get(source)).toMatchObject({ name: 'Trace', merged_into_id: target, is_archived: true });
    const merged = [409, 'project.merged'];
    for (const body of [{}, { name: 'x' }, { is_archived: false }]) {
      const answer = await api.patch(`/v1/projects/${source}`, body);
      expect([answer.status, answer.body.code]).toEqual(merged);
    }
    const answer = await api.post(`/v1/projects/${source}/offerings`, anOffering());
    expect([answer.status, answer.body.code]).toEqual(merged);
    // Nothing of the target changed, so nothing is told of it.
    expect(await get(target)).toEqual(untouched);
    expect((await eventsAbout(application, target)).map(({ Topic }) => Topic)).toEqual(['project.created']);
    const told = await eventsAbout(application, source);
    expect(
      told.map(({ Topic, Payload }) => [Topic, Payload.TargetProjectId, Payload.ModifiedProperties]),
    ).toEqual([
      ['project.created', undefined, undefined],
      ['project.merged', target, undefined],
      ['project.modified', undefined, ['merged_into_id', 'is_archived']],
    ]);
  });

  it('takes projects of different clients, and a source that is archived', async () => {
    const other = await application.api.create('/v1/clients', aClient());
    const [target, source] = [await create(), await create({ client_id: other.id })];
    await application.api.patch(`/v1/projects/${source}`, { is_archived: true });
    expect((await merge(target, source)).status).toBe(204);
    expect(await get(target)).toMatchObject({ client_id: planning.clientId });
    expect((await modifiedIn(source)).at(-1)).toEqual(['merged_into_id']);
  });

  it('takes internal projects, and a target that takes others afterwards', async () => {
    const internal = async () => (await application.api.create('/v1/projects', anInternalProject())).id;
    const [first, second, third] = [await internal(), await internal(), await internal()];
    const offering = await addOffering(first, { billing_model: 'admin' });
    await merge(second, first);
    await merge(third, second);
    expect((await offeringsOf(third)).map(({ id, project_id }) => [id, project_id])).toEqual([
      [offering, third],
    ]);
    expect((await get(first)).merged_into_id).toBe(second);
  });

  it('is refused for a project and itself: 409 project.merge_into_itself', async () => {
    const id = await create();
    expect(await refusalOf(id, id)).toEqual([409, 'project.merge_into_itself']);
  });

  it('is refused when the source has actual time: 409 project.merge_source_has_time', async () => {
    const [target, source] = [await create(), await create()];
    const time = await application.api.create('/v1/actual-time', {
      project_offering_id: await addOffering(source),
      person_id: person,
      recorded_date: '2026-01-05',
      hours: 1,
    });
    expect(await refusalOf(target, source)).toEqual([409, 'project.merge_source_has_time']);
    expect((await get(source)).merged_into_id).toBeNull();
    expect((await offeringsOf(source)).length).toBe(1);
    // The target may have time, and so the other direction is open.
    expect((await merge(source, target)).status).toBe(204);
    expect((await application.api.get(`/v1/actual-time/${time.id}`)).body.project_id).toBe(source);
  });

  it('is refused when either one was merged away already: 409 project.merged', async () => {
    const [target, source, third] = [await create(), await create(), await create()];
    await merge(target, source);
    expect(await refusalOf(third, source)).toEqual([409, 'project.merged']);
    expect(await refusalOf(source, third)).toEqual([409, 'project.merged']);
    expect(await refusalOf(target, source)).toEqual([409, 'project.merged']);
  });

  it('is refused into a target that is archived: 409 project.archived', async () => {
    const [target, source] = [await create(), await create()];
    await application.api.patch(`/v1/projects/${target}`, { is_archived: true });
    expect(await refusalOf(target, source)).toEqual([409, 'project.archived']);
  });

  it('is refused between a client project and an internal one: 409 project.merge_other_model', async () => {
    const internal = await application.api.create('/v1/projects', anInternalProject());
    const project = await create();
    expect(await refusalOf(project, internal.id)).toEqual([409, 'project.merge_other_model']);
    expect(await refusalOf(internal.id, project)).toEqual([409, 'project.merge_other_model']);
  });

  it('is refused between currencies: 409 project.merge_other_currency', async () => {
    const [target, source] = [await create(), await create({ currency_code: 'JPY' })];
    expect(await refusalOf(target, source)).toEqual([409, 'project.merge_other_currency']);
  });

  it('is refused when a list would be too long to send back: 409 project.merge_list_too_long', async () => {
    const identifiers = (count: number) => ({
      crm_identifiers: Array.from({ length: count }, () => anIdentifier()),
    });
    const [target, source] = [await create(identifiers(12)), await create(identifiers(9))];
    const { status, body } = await merge(target, source);
    expect([status, body.code]).toEqual([409, 'project.merge_list_too_long']);
    expect(body.detail).toContain('crm_identifiers: the target would have 21');
    await application.api.patch(`/v1/projects/${source}`, identifiers(8));
    expect((await merge(target, source)).status).toBe(204);
    const { crm_identifiers } = await get(target);
    expect((await application.api.patch(`/v1/projects/${target}`, { crm_identifiers })).status).toBe(200);
  });

  it('is refused for projects that do not exist: 404 project.not_found', async () => {
    const id = await create();
    const missing = [404, 'project.not_found'];
    expect(await refusalOf(id, UNUSED_ID)).toEqual(missing);
    expect(await refusalOf(UNUSED_ID, id)).toEqual(missing);
    expect(await refusalOf(UNUSED_ID, UNUSED_ID)).toEqual(missing);
    expect((await merge(id, 'x')).status).toBe(400);
  });

  it('keeps what was sold, drops it in a target that is for sale, and takes it where only the source was', async () => {
    const isSold = async (target: object, source: object) => {
      const [into, from] = [await create(target), await create()];
      const options = { billing_model: 'fixed_bid', billing_model_options: { fixed_revenue: usd(10) } };
      const id = await addOffering(from, options);
      await application.api.patch(`/v1/projects/${from}`, source);
      await merge(into, from);
      const { financial_settings: settings } = await get<{
        financial_settings: { sold_snapshot: object | null };
      }>(`${into}/offerings/${id}`);
      return settings.sold_snapshot !== null;
    };
    const [sale, begun] = [{ status: 'pre_sale' }, { status: 'in_progress' }];
    expect(await isSold(sale, sale)).toBe(false);
    expect(await isSold(sale, begun)).toBe(false);
    expect(await isSold(begun, sale)).toBe(true);
    expect(await isSold(begun, begun)).toBe(true);
  });

  it('leaves the name of a tag free to be removed when the source had it last', async () => {
    const { api } = application;
    const tag = await api.create('/v1/tags', { name: 'Passing' });
    const [target, source] = [await create(), await create({ tags: ['Passing'] })];
    await merge(target, source);
    await api.patch(`/v1/projects/${target}`, { tags: [] });
    expect((await api.delete(`/v1/tags/${tag.id}`)).status).toBe(204);
  });

  it('needs delivery:write, else 403 token.scope_missing', async () => {
    const { api } = await application.organization('Test organization', 'delivery:read');
    const { status, body } = await api.post(`/v1/projects/${UNUSED_ID}/merge/${UNUSED_ID}`);
    expect([status, body.code]).toEqual([403, 'token.scope_missing']);
  });
});
