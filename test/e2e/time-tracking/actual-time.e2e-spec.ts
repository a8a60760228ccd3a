import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anInternalProject } from '../../factories/delivery.factory.js';
import { aDepartment, aRole } from '../../factories/people.factory.js';
import { anActualTime } from '../../factories/time-tracking.factory.js';
import { addDays } from '../../../src/platform/values/index.js';
import { createPlanning, type Planning } from '../../support/application/planning.js';
import { eventsAbout } from '../../support/application/published-events.js';
import { faults, refusal, UNUSED_ID } from '../../support/requests/refusals.js';
import { shareTestApplication } from '../../support/application/shared-application.js';
import type { TestApplication } from '../../support/application/test-application.js';

interface TimeAnswer extends Record<string, unknown> {
  id: string;
  project_offering_role_id: string;
  modified_date: string;
}

let application: TestApplication;
let planning: Planning;
let projectId: string;
let offeringId: string;
let personId: string;

beforeAll(async () => {
  application = await shareTestApplication();
  planning = await createPlanning(application);
  projectId = await newProject();
  offeringId = await newOffering(projectId);
  personId = await newPerson();
});
afterAll(() => application.close());

const newProject = () => planning.newProject({ status: 'in_progress' });
const newOffering = (project: string, members: object = {}) => planning.newOffering({ ...members }, project);
const newPerson = (members: object = {}) => planning.newPerson({ role_id: planning.roleId, ...members });
const record = (members: object = {}) =>
  application.api.create<TimeAnswer>('/v1/actual-time', anActualTime(offeringId, personId, { ...members }));
const get = async (id: string) => (await application.api.get<TimeAnswer>(`/v1/actual-time/${id}`)).body;
const patch = (id: string, members: object) =>
  application.api.patch<TimeAnswer>(`/v1/actual-time/${id}`, members);
/** Also which member the detail begins with. */
const refusalOf = async (members: object) => {
  const { status, body } = await application.api.post(
    '/v1/actual-time',
    anActualTime(offeringId, personId, { ...members }),
  );
  return [status, body.code, String(body.detail).split(':')[0]];
};

describe('recording actual time', () => {
  it('gives the person a role on the offering, and tells of both', async () => {
    const person = await newPerson();
    const { status, headers, body } = await application.api.post<TimeAnswer>(
      '/v1/actual-time',
      anActualTime(offeringId, person, { hours: 0.25 }),
    );
    expect([status, headers.get('location')]).toEqual([201, `/v1/actual-time/${body.id}`]);
    expect(body).toEqual({
      id: expect.any(String),
      crm_identifiers: [],
      project_id: projectId,
      project_offering_id: offeringId,
      project_offering_role_id: expect.any(String),
      person_id: person,
      recorded_date: '2026-11-20',
      hours: 0.25,
      billable: true,
      description: null,
      created_date: expect.any(String),
      modified_date: body.created_date,
    });
    expect(await get(body.id)).toEqual(body);
    const role = await application.api.get(
      `/v1/projects/${projectId}/offerings/${offeringId}/roles/${body.project_offering_role_id}`,
    );
    expect(role.body).toMatchObject({ role_id: planning.roleId, assignment: { type: 'person', id: person } });
    const [ofRole] = await eventsAbout(application, body.project_offering_role_id);
    expect(ofRole).toMatchObject({
      Topic: 'projectofferingrole.created',
      Payload: { ProjectId: projectId, ProjectOfferingId: offeringId },
    });
    const [created, ...others] = await eventsAbout(application, body.id);
    expect(others).toEqual([]);
    expect(created).toMatchObject({
      Topic: 'actualtime.created',
      Payload: { Id: body.id, ProjectId: projectId, ProjectOfferingId: offeringId, PersonId: person },
    });
  });

  it('takes the role that the person has on the offering, whatever their own is', async () => {
    const person = await newPerson();
    const roles = `/v1/projects/${projectId}/offerings/${offeringId}/roles`;
    const department = await application.api.create('/v1/departments', aDepartment());
    const other = await application.api.create('/v1/roles', aRole(department.id));
    const role = await application.api.create(roles, {
      role_id: other.id,
      assignment: { type: 'person', id: person },
    });
    const times = [await record({ person_id: person }), await record({ person_id: person })];
    expect(times.map((time) => time.project_offering_role_id)).toEqual([role.id, role.id]);
  });

  it.each([
    ['time_and_materials', true],
    ['fixed_bid', true],
    ['fixed_retainer', true],
    ['non_billable', false],
  ])(
    'on an offering that is %s counts as billable: %p, unless it says otherwise',
    async (model, expected) => {
      const project_offering_id = await newOffering(projectId, { billing_model: model });
      expect((await record({ project_offering_id })).billable).toBe(expected);
      expect((await record({ project_offering_id, billable: !expected })).billable).toBe(!expected);
    },
  );

  it.each(['investment', 'admin'])('on an internal offering that is %s is not billable', async (model) => {
    const project = await application.api.create('/v1/projects', anInternalProject());
    const project_offering_id = await newOffering(project.id, { billing_model: model });
    expect(await record({ project_offering_id })).toMatchObject({ billable: false, project_id: project.id });
  });

  it('takes the project of the offering only, else 422 actual_time.project_differs', async () => {
    expect((await record({ project_id: projectId })).project_id).toBe(projectId);
    expect(await refusalOf({ project_id: await newProject() })).toEqual([
      422,
      'actual_time.project_differs',
      'project_id',
    ]);
  });

  it('for a project that nobody has is refused with 422 project.not_usable', async () => {
    expect(await refusalOf({ project_id: UNUSED_ID })).toEqual([422, 'project.not_usable', 'project_id']);
  });

  it('for an offering that nobody has is refused with 422 project_offering.not_usable', async () => {
    expect(await refusalOf({ project_offering_id: UNUSED_ID })).toEqual([
      422,
      'project_offering.not_usable',
      'project_offering_id',
    ]);
  });

  it('for a project that was merged away is refused with 409 project.merged, by its offering it goes to the target', async () => {
    const source = await newProject();
    const project_offering_id = await newOffering(source);
    const merged = await application.api.post(`/v1/projects/${projectId}/merge/${source}`);
    expect(merged.status).toBe(204);
    const [status, code] = await refusalOf({ project_id: source, project_offering_id });
    expect([status, code]).toEqual([409, 'project.merged']);
    expect((await record({ project_offering_id })).project_id).toBe(projectId);
  });

  it('in an archived project is refused with 422 actual_time.project_archived', async () => {
    const project = await newProject();
    const project_offering_id = await newOffering(project);
    await application.api.patch(`/v1/projects/${project}`, { is_archived: true });
    expect(await refusalOf({ project_offering_id })).toEqual([
      422,
      'actual_time.project_archived',
      'project_offering_id',
    ]);
  });

  it('of a person who is nobody is refused with 422 person.not_usable', async () => {
    expect(await refusalOf({ person_id: UNUSED_ID })).toEqual([422, 'person.not_usable', 'person_id']);
  });

  it('of an archived person needs the scope backfill or admin, else 422 person.not_usable, and a day until they left', async () => {
    const start_date = '2026-01-15';
    const people = {
      archived: await newPerson({ start_date }),
      terminated: await newPerson({ start_date, termination_date: '2026-10-31' }),
    };
    const { body } = await application.api.patch(`/v1/people/${people.archived}`, { is_archived: true });
    const archivedOn = String(body.archived_on);
    const { api: writer } = await application.organization('Test organization', 'write');
    const { api: filler } = await application.organization('Test organization', 'time:write', 'backfill');
    const lone = await application.organization('Test organization', 'backfill');
    const answer = async (api: typeof filler, person_id: string, recorded_date: string) => {
      const sent = anActualTime(offeringId, person_id, { recorded_date });
      const response = await api.post<TimeAnswer & { code: string }>('/v1/actual-time', sent);
      return [response.status, response.body.code];
    };
    const refused = [422, 'person.not_usable'];
    expect(await answer(writer, people.archived, '2026-02-01')).toEqual(refused);
    expect(await answer(writer, people.terminated, '2026-02-01')).toEqual(refused);
    expect(await answer(lone.api, people.archived, '2026-02-01')).toEqual([403, 'token.scope_missing']);

    // The first record gives them their role, the others find it.
    for (const api of [filler, application.api]) {
      for (const [person, last] of [
        [people.archived, archivedOn],
        [people.terminated, '2026-10-31'],
      ] as const) {
        expect(await answer(api, person, start_date)).toEqual([201, undefined]);
        expect(await answer(api, person, last)).toEqual([201, undefined]);
        expect(await answer(api, person, '2026-01-14')).toEqual([422, 'actual_time.before_person_start']);
        expect(await answer(api, person, addDays(last, 1))).toEqual([
          422,
          'actual_time.after_person_termination',
        ]);
      }
    }
    expect(await answer(writer, people.archived, '2026-02-01')).toEqual(refused);
    const roles = `/v1/projects/${projectId}/offerings/${offeringId}/roles`;
    for (const person of Object.values(people)) {
      const { body: found } = await application.api.get<{ results: unknown[] }>(
        `${roles}?person_id=${person}`,
      );
      expect(found.results).toMatchObject([{ assignment: { type: 'person', id: person } }]);
    }
    await application.api.patch(`/v1/people/${people.archived}`, { is_archived: false });
    expect(await answer(writer, people.archived, addDays(archivedOn, 1))).toEqual([201, undefined]);
  });

  it('before the person starts is refused with 422 actual_time.before_person_start', async () => {
    const person_id = await newPerson({ start_date: '2026-11-10' });
    await record({ person_id, recorded_date: '2026-11-10' });
    expect(await refusalOf({ person_id, recorded_date: '2026-11-09' })).toEqual([
      422,
      'actual_time.before_person_start',
      'recorded_date',
    ]);
  });

  it('after the last day of the person is refused with 422 actual_time.after_person_termination', async () => {
    const person_id = await newPerson({ termination_date: '2999-01-31' });
    await record({ person_id, recorded_date: '2999-01-31' });
    expect(await refusalOf({ person_id, recorded_date: '2999-02-01' })).toEqual([
      422,
      'actual_time.after_person_termination',
      'recorded_date',
    ]);
  });

  it('leaves nothing behind when it is refused', async () => {
    const person_id = await newPerson({ start_date: '2026-11-10' });
    await refusalOf({ person_id, recorded_date: '2026-11-09' });
    const { body } = await application.api.get(
      `/v1/projects/${projectId}/offerings/${offeringId}/roles?person_id=${person_id}`,
    );
    expect(body.total).toBe(0);
  });

  it.each([[0.01], [0.1], [7.25], [24]])('takes %d hours', async (hours) => {
    expect((await get((await record({ hours })).id)).hours).toBe(hours);
  });

  it.each([[0], [-1], [24.01], [0.001], [7.255], ['8'], [null], [undefined]])(
    'refuses %p hours: 400',
    async (hours) => {
      expect(
        await faults(application, 'POST', '/v1/actual-time', anActualTime(offeringId, personId, { hours })),
      ).toEqual([400, ['hours']]);
    },
  );

  it('needs the offering, the person, the day and the hours, and knows no other member: 400', async () => {
    expect(await faults(application, 'POST', '/v1/actual-time', { role_id: UNUSED_ID })).toEqual([
      400,
      ['hours', 'person_id', 'project_offering_id', 'recorded_date', 'role_id'],
    ]);
    const wrong = { project_id: null, recorded_date: '2026-02-30', billable: 'yes', description: 1 };
    expect(
      await faults(application, 'POST', '/v1/actual-time', anActualTime(offeringId, personId, wrong)),
    ).toEqual([400, ['billable', 'description', 'project_id', 'recorded_date']]);
  });

  it('keeps a description of up to 2000 characters', async () => {
    const description = '\u{1F552}'.repeat(2000);
    expect((await get((await record({ description })).id)).description).toBe(description);
    const longer = anActualTime(offeringId, personId, { description: 'a'.repeat(2001) });
    expect(await faults(application, 'POST', '/v1/actual-time', longer)).toEqual([400, ['description']]);
  });

  it('needs the scope time:write, reading time:read: 403 token.scope_missing', async () => {
    const reader = await application.organization('Test organization', 'time:read');
    expect((await reader.api.get('/v1/actual-time')).status).toBe(200);
    const { status, body } = await reader.api.post('/v1/actual-time', anActualTime(offeringId, personId));
    expect([status, body.code]).toEqual([403, 'token.scope_missing']);
    const other = await application.organization('Test organization', 'delivery:write');
    expect((await other.api.get('/v1/timesheet-entries')).status).toBe(403);
  });
});

describe('recorded time', () => {
  it('is corrected member by member, and tells which', async () => {
    const { id, ...created } = await record({ description: 'Workshop' });
    const { status, body } = await patch(id, { hours: 1.1, billable: false, description: null });
    expect(status).toBe(200);
    expect(body).toEqual({
      id,
      ...created,
      hours: 1.1,
      billable: false,
      description: null,
      modified_date: expect.any(String),
    });
    expect(body.modified_date > created.modified_date).toBe(true);
    expect(await get(id)).toEqual(body);
    const moved = await patch(id, { recorded_date: '2026-10-01' });
    expect(moved.body).toEqual({
      ...body,
      recorded_date: '2026-10-01',
      modified_date: expect.any(String),
    });
    const events = (await eventsAbout(application, id)).slice(1);
    const parents = { Id: id, ProjectId: projectId, ProjectOfferingId: offeringId, PersonId: personId };
    expect(events.map(({ Topic, Payload }) => [Topic, Payload])).toEqual([
      ['actualtime.modified', { ...parents, ModifiedProperties: ['hours', 'billable', 'description'] }],
      ['actualtime.modified', { ...parents, ModifiedProperties: ['recorded_date'] }],
    ]);
  });

  it('that is sent as it is stays as it is, without an event', async () => {
    const created = await record({ hours: 2.5 });
    const { body } = await patch(created.id, { hours: 2.5, recorded_date: '2026-11-20', description: null });
    expect(body).toEqual(created);
    expect(await eventsAbout(application, created.id)).toHaveLength(1);
  });

  it('stays with its person and offering, and its hours with their range: 400', async () => {
    const { id } = await record();
    const path = `/v1/actual-time/${id}`;
    const fixed = { person_id: personId, project_id: projectId, project_offering_id: offeringId };
    expect(await faults(application, 'PATCH', path, fixed)).toEqual([400, Object.keys(fixed).sort()]);
    expect(
      await faults(application, 'PATCH', path, { hours: 0, billable: null, recorded_date: null }),
    ).toEqual([400, ['billable', 'hours', 'recorded_date']]);
  });

  it('moves to a day on which the person is there, else 422 actual_time.before_person_start, actual_time.after_person_termination', async () => {
    const person_id = await newPerson({ start_date: '2026-11-10', termination_date: '2999-01-31' });
    const { id } = await record({ person_id });
    for (const [recorded_date, code] of [
      ['2026-11-09', 'actual_time.before_person_start'],
      ['2999-02-01', 'actual_time.after_person_termination'],
    ]) {
      const { status, body } = await patch(id, { recorded_date });
      expect([status, body.code, body.detail]).toEqual([
        422,
        code,
        expect.stringMatching(/^recorded_date: /),
      ]);
    }
    // Only a new day is judged: the time was recorded before the person's days were changed.
    await application.api.patch(`/v1/people/${person_id}`, { start_date: '2026-12-01' });
    expect((await patch(id, { hours: 1 })).status).toBe(200);
  });

  it('of archived people and projects can be corrected and deleted', async () => {
    const person_id = await newPerson();
    const project = await newProject();
    const { id } = await record({ person_id, project_offering_id: await newOffering(project) });
    await application.api.patch(`/v1/people/${person_id}`, { is_archived: true });
    await application.api.patch(`/v1/projects/${project}`, { is_archived: true });
    expect((await patch(id, { recorded_date: '2026-11-19' })).status).toBe(200);
    expect((await application.api.delete(`/v1/actual-time/${id}`)).status).toBe(204);
  });

  it('is gone when it is deleted, 404 actual_time.not_found, and tells of it', async () => {
    const { id } = await record();
    const path = `/v1/actual-time/${id}`;
    expect((await application.api.delete(path)).status).toBe(204);
    const answers = [
      refusal(application, 'GET', path),
      refusal(application, 'PATCH', path, { hours: 1 }),
      refusal(application, 'DELETE', path),
    ];
    for (const [status, code] of await Promise.all(answers)) {
      expect([status, code]).toEqual([404, 'actual_time.not_found']);
    }
    expect((await eventsAbout(application, id)).at(-1)).toMatchObject({
      Topic: 'actualtime.deleted',
      Payload: { ProjectId: projectId, ProjectOfferingId: offeringId, PersonId: personId },
    });
  });
});
