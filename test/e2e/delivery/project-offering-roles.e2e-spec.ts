import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../../src/platform/values/index.js';
import { plannedDays } from '../../factories/delivery.factory.js';
import { aPerson, aRequisition, aRole } from '../../factories/people.factory.js';
import { createPlanning, type Planning } from '../../support/application/planning.js';
import { eventsAbout } from '../../support/application/published-events.js';
import { faults, refusal, UNUSED_ID } from '../../support/requests/refusals.js';
import { shareTestApplication } from '../../support/application/shared-application.js';
import type { TestApplication } from '../../support/application/test-application.js';

interface Made extends Record<string, unknown> {
  readonly id: string;
}

let application: TestApplication;
let planning: Planning;
let offeringId: string;

beforeAll(async () => {
  application = await shareTestApplication();
  planning = await createPlanning(application);
});
afterAll(() => application.close());

const rolesOf = (offering = offeringId, project = planning.projectId) =>
  `/v1/projects/${project}/offerings/${offering}/roles`;
const pathOf = ({ id }: { id: string }, offering = offeringId) => `${rolesOf(offering)}/${id}`;
const create = (members: object = {}) =>
  application.api.create<Made>(rolesOf(), { role_id: planning.roleId, ...members });
const patch = (role: { id: string }, members: object) => application.api.patch<Made>(pathOf(role), members);
const person = (id: string) => ({ type: 'person', id });
const requisition = (id: string) => ({ type: 'requisition', id });
const newRequisition = async (members = {}) =>
  (await application.api.create<Made>('/v1/requisitions', aRequisition(planning.roleId, members))).id;
const record = (personId: string) =>
  application.api.create('/v1/actual-time', {
    project_offering_id: offeringId,
    person_id: personId,
    recorded_date: '2026-11-16',
    hours: 4,
  });
const archive = async (path: string) =>
  expect((await application.api.patch(path, { is_archived: true })).status).toBe(200);

describe('a role of an offering', () => {
  beforeAll(async () => {
    offeringId = await planning.newOffering();
  });

  it('is created with a role alone, where Location says, and tells of it with its parents', async () => {
    const { status, headers, body } = await application.api.post<Made>(rolesOf(), {
      role_id: planning.roleId,
    });
    expect([status, headers.get('location')]).toEqual([201, pathOf(body)]);
    expect(body).toEqual({
      id: body.id,
      project_id: planning.projectId,
      project_offering_id: offeringId,
      crm_identifiers: [],
      role_id: planning.roleId,
      assignment: null,
      allocation: null,
      scheduled_hours: 0,
      tags: [],
      created_date: expect.any(String),
      modified_date: body.created_date,
    });
    expect((await application.api.get(pathOf(body))).body).toEqual(body);
    expect(await eventsAbout(application, body.id)).toMatchObject([
      {
        Topic: 'projectofferingrole.created',
        Payload: { Id: body.id, ProjectId: planning.projectId, ProjectOfferingId: offeringId },
      },
    ]);
  });

  it('carries an assignment, an allocation and tags, and the sum of its planned time', async () => {
    await application.api.create('/v1/tags', { name: 'Onsite' });
    const assignment = person(await planning.newPerson());
    const role = await create({ assignment, allocation: 0.3333, tags: ['onsite'] });
    await application.api.post(`${pathOf(role)}/planned-time`, plannedDays('2027-01-04', 0.1, 0.2, 7.5));
    expect((await application.api.get(pathOf(role))).body).toEqual({
      ...role,
      assignment,
      allocation: 0.3333,
      tags: ['Onsite'],
      scheduled_hours: 7.8,
    });
  });

  it('is refused by member where its shape is wrong: 400', async () => {
    expect(
      await faults(application, 'POST', rolesOf(), { allocation: 2.1, tags: 'x', scheduled_hours: 1 }),
    ).toEqual([400, ['allocation', 'role_id', 'scheduled_hours', 'tags']]);
    const role = await create();
    const { id } = role;
    const assignments: [unknown, string[]][] = [
      [{ type: 'robot', id }, ['assignment.type']],
      [{ type: 'person' }, ['assignment.id']],
      [{ id: 'x', since: 1 }, ['assignment.id', 'assignment.since', 'assignment.type']],
      ['x', ['assignment']],
      [[], ['assignment']],
    ];
    for (const [assignment, members] of assignments) {
      expect(await faults(application, 'POST', rolesOf(), { role_id: planning.roleId, assignment })).toEqual([
        400,
        members,
      ]);
      expect(await faults(application, 'PATCH', pathOf(role), { assignment })).toEqual([400, members]);
    }
    const nulls = { role_id: null, tags: null, allocation: 0.12345, project_offering_id: id };
    expect(await faults(application, 'PATCH', pathOf(role), nulls)).toEqual([
      400,
      ['allocation', 'project_offering_id', 'role_id', 'tags'],
    ]);
  });

  it('refers only to what is in use: 422 role.not_usable, person.not_usable, requisition.not_usable, tag.not_usable', async () => {
    const role = await create();
    const archivedRole = await application.api.create<Made>('/v1/roles', aRole(planning.departmentId));
    await archive(`/v1/roles/${archivedRole.id}`);
    const archivedPerson = await planning.newPerson();
    await archive(`/v1/people/${archivedPerson}`);
    const closed = await newRequisition({ status: 'closed' });
    const unusable: [object, string, string][] = [
      [{ role_id: UNUSED_ID }, 'role.not_usable', 'role_id:'],
      [{ role_id: archivedRole.id }, 'role.not_usable', 'role_id:'],
      [{ assignment: person(UNUSED_ID) }, 'person.not_usable', 'assignment.id:'],
      [{ assignment: person(archivedPerson) }, 'person.not_usable', 'assignment.id:'],
      [{ assignment: requisition(UNUSED_ID) }, 'requisition.not_usable', 'assignment.id:'],
      [{ assignment: requisition(closed) }, 'requisition.not_usable', 'assignment.id:'],
      [{ tags: [newId()] }, 'tag.not_usable', 'tags:'],
    ];
    for (const [members, code, place] of unusable) {
      const body = { role_id: planning.roleId, ...members };
      for (const answer of [await application.api.post(rolesOf(), body), await patch(role, members)]) {
        expect(answer).toMatchObject({ status: 422, body: { code, detail: expect.stringContaining(place) } });
      }
    }
  });

  it('keeps what it refers to when that is archived or closed later', async () => {
    const { id: roleId } = await application.api.create<Made>('/v1/roles', aRole(planning.departmentId));
    const requisitionId = await newRequisition();
    const members = { role_id: roleId, assignment: requisition(requisitionId) };
    const role = await create(members);
    await archive(`/v1/roles/${roleId}`);
    await application.api.patch(`/v1/requisitions/${requisitionId}`, { status: 'closed' });
    expect((await patch(role, { ...members, allocation: 1 })).body).toMatchObject({
      ...members,
      allocation: 1,
    });
  });

  it('changes by the members that are sent, and tells of those that really changed', async () => {
    const assignment = person(await planning.newPerson());
    const role = await create({ assignment, allocation: 0.5 });
    expect((await patch(role, { assignment, allocation: 0.5, tags: [] })).body).toEqual(role);
    const replacing = requisition(await newRequisition());
    const changed = await patch(role, { assignment: replacing, allocation: null });
    expect(changed.body).toEqual({
      ...role,
      assignment: replacing,
      allocation: null,
      modified_date: expect.any(String),
    });
    expect((await patch(role, { assignment: null })).body).toMatchObject({ assignment: null });
    expect((await eventsAbout(application, role.id)).slice(1)).toMatchObject([
      {
        Topic: 'projectofferingrole.modified',
        Payload: { ProjectOfferingId: offeringId, ModifiedProperties: ['assignment', 'allocation'] },
      },
      { Payload: { ModifiedProperties: ['assignment'] } },
    ]);
  });

  it('is found on its own offering in its own project only: 404 project_offering_role.not_found', async () => {
    const role = await create();
    const otherProject = await planning.newProject();
    const elsewhere = [
      `${rolesOf(await planning.newOffering())}/${role.id}`,
      `${rolesOf(offeringId, otherProject)}/${role.id}`,
      `${rolesOf()}/${UNUSED_ID}`,
    ];
    for (const path of elsewhere) {
      for (const [method, body] of [['GET'], ['PATCH', {}], ['DELETE']] as const) {
        expect(await refusal(application, method, path, body)).toEqual([
          404,
          'project_offering_role.not_found',
        ]);
      }
    }
  });

  it('is neither listed nor added where there is no such offering: 404 project_offering.not_found', async () => {
    const otherProject = await planning.newProject();
    for (const path of [
      rolesOf(UNUSED_ID),
      rolesOf(offeringId, otherProject),
      rolesOf(offeringId, UNUSED_ID),
    ]) {
      expect(await refusal(application, 'GET', path)).toEqual([404, 'project_offering.not_found']);
      expect(await refusal(application, 'POST', path, { role_id: planning.roleId })).toEqual([
        404,
        'project_offering.not_found',
      ]);
    }
  });

  it('is not added to an archived project, but can be changed there: 409 project.archived', async () => {
    const projectId = await planning.newProject();
    const path = rolesOf(await planning.newOffering({}, projectId), projectId);
    const role = await application.api.create<Made>(path, { role_id: planning.roleId });
    await archive(`/v1/projects/${projectId}`);
    expect(await refusal(application, 'POST', path, { role_id: planning.roleId })).toEqual([
      409,
      'project.archived',
    ]);
    const changed = await application.api.patch(`${path}/${role.id}`, { allocation: 1 });
    expect(changed.status).toBe(200);
  });
});

describe('a tag that an offering role carries', () => {
  it('stays until it is taken off: 409 tag.in_use', async () => {
    offeringId = await planning.newOffering();
    const tag = await application.api.create('/v1/tags', { name: 'Carried' });
    const role = await create({ tags: ['Carried'] });
    expect(await refusal(application, 'DELETE', `/v1/tags/${tag.id}`)).toEqual([409, 'tag.in_use']);
    expect((await patch(role, { tags: [] })).body).toMatchObject({ tags: [] });
    expect((await application.api.delete(`/v1/tags/${tag.id}`)).status).toBe(204);
  });
});

describe('the person of an offering role', () => {
  beforeAll(async () => {
    offeringId = await planning.newOffering();
  });

  it('has one on the offering: 409 project_offering_role.person_has_role', async () => {
    const assignment = person(await planning.newPerson());
    const other = await create();
    const role = await create({ assignment });
    const members = { role_id: planning.roleId, assignment };
    expect(await refusal(application, 'POST', rolesOf(), members)).toEqual([
      409,
      'project_offering_role.person_has_role',
    ]);
    expect(await refusal(application, 'PATCH', pathOf(other), { assignment })).toEqual([
      409,
      'project_offering_role.person_has_role',
    ]);
    await application.api.create(rolesOf(await planning.newOffering()), members);
    await patch(role, { assignment: null });
    expect((await patch(other, { assignment })).body).toMatchObject({ assignment });
  });

  it('stays while they have actual time on it: 409 project_offering_role.person_has_time', async () => {
    const personId = await planning.newPerson();
    const role = await create({ assignment: person(personId) });
    const time = await record(personId);
    const others = [null, person(await planning.newPerson()), requisition(await newRequisition())];
    for (const assignment of others) {
      expect(await refusal(application, 'PATCH', pathOf(role), { assignment })).toEqual([
        409,
        'project_offering_role.person_has_time',
      ]);
    }
    const { id: role_id } = await application.api.create<Made>('/v1/roles', aRole(planning.departmentId));
    const members = { role_id, allocation: 1, assignment: person(personId) };
    expect((await patch(role, members)).body).toMatchObject(members);
    await application.api.delete(`/v1/actual-time/${time.id}`);
    expect((await patch(role, { assignment: null })).body).toMatchObject({ assignment: null });
  });
});

describe('deleting an offering role', () => {
  beforeAll(async () => {
    offeringId = await planning.newOffering();
  });

  it('takes it away, and tells of it', async () => {
    await application.api.create('/v1/tags', { name: 'Goes too' });
    const role = await create({ tags: ['Goes too'] });
    expect((await application.api.delete(pathOf(role))).status).toBe(204);
    expect(await refusal(application, 'GET', pathOf(role))).toEqual([404, 'project_offering_role.not_found']);
    expect((await eventsAbout(application, role.id)).at(-1)).toMatchObject({
      Topic: 'projectofferingrole.deleted',
      Payload: { Id: role.id, ProjectId: planning.projectId, ProjectOfferingId: offeringId },
    });
  });

  it('is refused while it is assigned: 409 project_offering_role.is_assigned', async () => {
    for (const assignment of [person(await planning.newPerson()), requisition(await newRequisition())]) {
      const role = await create({ assignment });
      expect(await refusal(application, 'DELETE', pathOf(role))).toEqual([
        409,
        'project_offering_role.is_assigned',
      ]);
      await patch(role, { assignment: null });
      expect((await application.api.delete(pathOf(role))).status).toBe(204);
    }
  });

  it('is refused while it has planned time: 409 project_offering_role.has_planned_time', async () => {
    const role = await create();
    const plan = `${pathOf(role)}/planned-time`;
    await application.api.post(plan, plannedDays('2027-01-04', 8));
    expect(await refusal(application, 'DELETE', pathOf(role))).toEqual([
      409,
      'project_offering_role.has_planned_time',
    ]);
    await application.api.post(plan, plannedDays('2027-01-04', 0));
    expect((await application.api.delete(pathOf(role))).status).toBe(204);
  });

  it('is refused while it has actual time: 409 project_offering_role.has_actual_time', async () => {
    const personId = await planning.newPerson();
    const role = await create({ assignment: person(personId) });
    await record(personId);
    expect(await refusal(application, 'DELETE', pathOf(role))).toEqual([
      409,
      'project_offering_role.has_actual_time',
    ]);
  });

  it('is refused while it has timesheet entries: 409 project_offering_role.has_timesheet_entries', async () => {
    const personId = await planning.newPerson();
    const role = await create({ assignment: person(personId) });
    await application.database.query(
      `INSERT INTO timesheet_entries (organization_id, id, project_id, project_offering_id,
         project_offering_role_id, person_id, recorded_date, hours, billable, approval_status)
       VALUES ($1, $2, $3, $4, $5, $6, '2026-11-16', 8, true, 'draft')`,
      [application.organizationId, newId(), planning.projectId, offeringId, role.id, personId],
    );
    await patch(role, { assignment: null });
    expect(await refusal(application, 'DELETE', pathOf(role))).toEqual([
      409,
      'project_offering_role.has_timesheet_entries',
    ]);
  });
});

describe('the roles of an offering', () => {
  it('are listed in the order of their creation, and found by role, person and words', async () => {
    offeringId = await planning.newOffering();
    const named = async (name: string) =>
      (await application.api.create<Made>('/v1/roles', aRole(planning.departmentId, { name }))).id;
    const [architect, tester] = [await named('Software architect'), await named('Tester 100%')];
    const ada = aPerson({ given_name: 'Ada', family_name: 'Lovelace', email_address: 'zuse@example.com' });
    const adaId = (await application.api.create<Made>('/v1/people', ada)).id;
    const nameless = await planning.newPerson({ email_address: 'nameless@example.com' });
    const first = (await create({ role_id: architect })).id;
    const second = (await create({ role_id: tester, assignment: person(adaId) })).id;
    const third = (await create({ role_id: architect, assignment: person(nameless) })).id;
    const list = async (query = '') =>
      (await application.api.get<{ results: Made[] }>(`${rolesOf()}?${query}`)).body.results.map(
        ({ id }) => id,
      );
    expect(await list()).toEqual([first, second, third]);
    expect(await list('page=2&page_size=1')).toEqual([second]);
    expect(await list(`role_id=${architect}`)).toEqual([first, third]);
    expect(await list(`person_id=${adaId}`)).toEqual([second]);
    expect(await list('terms=ARCHITECT')).toEqual([first, third]);
    expect(await list('terms=tester%20love')).toEqual([second]);
    expect(await list('terms=100%25')).toEqual([second]);
    expect(await list('terms=zuse')).toEqual([]);
    expect(await list('terms=nameless')).toEqual([]);
    expect(await faults(application, 'GET', `${rolesOf()}?role_id=x&tags=y`)).toEqual([
      400,
      ['role_id', 'tags'],
    ]);
  });
});
