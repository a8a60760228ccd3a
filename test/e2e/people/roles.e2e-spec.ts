import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aDepartment, aRequisition, aRole, usd } from '../../factories/people.factory.js';
import { eventsAbout } from '../../support/application/published-events.js';
import { refusal, UNUSED_ID } from '../../support/requests/refusals.js';
import { shareTestApplication } from '../../support/application/shared-application.js';
import type { TestApplication } from '../../support/application/test-application.js';

interface Named {
  id: string;
  name: string;
  department_id: string;
  modified_date: string;
}

let application: TestApplication;
let departmentId: string;

beforeAll(async () => {
  application = await shareTestApplication();
  departmentId = (await application.api.create('/v1/departments', aDepartment())).id;
});
afterAll(() => application.close());

const list = async (path: string) => (await application.api.get<{ results: Named[] }>(path)).body.results;

describe('departments', () => {
  it('are created where Location says, and tell of it and of each change', async () => {
    const { status, headers, body } = await application.api.post('/v1/departments', { name: '  Data ' });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`/v1/departments/${String(body.id)}`);
    expect((await application.api.get(`/v1/departments/${String(body.id)}`)).body).toEqual(body);
    const same = await application.api.patch(`/v1/departments/${String(body.id)}`, {
      name: 'Data',
      is_archived: false,
    });
    expect(same.body).toEqual(body);
    const changed = await application.api.patch(`/v1/departments/${String(body.id)}`, { is_archived: true });
    expect(changed.body).toEqual({ ...body, is_archived: true, modified_date: expect.any(String) });
    const events = await eventsAbout(application, String(body.id));
    expect(events.map(({ Topic, Payload }) => [Topic, Payload.ModifiedProperties])).toEqual([
      ['department.created', undefined],
      ['department.modified', ['is_archived']],
    ]);
  });

  it('have a name of their own among those not archived, else 409 department.name_in_use', async () => {
    const first = await application.api.create('/v1/departments', { name: 'Sales' });
    expect(await refusal(application, 'POST', '/v1/departments', { name: ' sALES ' })).toEqual([
      409,
      'department.name_in_use',
    ]);
    await application.api.patch(`/v1/departments/${first.id}`, { is_archived: true });
    const second = await application.api.create('/v1/departments', { name: 'SALES' });
    const unarchived = await refusal(application, 'PATCH', `/v1/departments/${first.id}`, {
      is_archived: false,
    });
    expect(unarchived).toEqual([409, 'department.name_in_use']);
    await application.api.patch(`/v1/departments/${second.id}`, { name: 'Presales' });
    expect((await application.api.patch(`/v1/departments/${first.id}`, { is_archived: false })).status).toBe(
      200,
    );
  });

  it('are found by terms and by is_archived', async () => {
    await application.api.create('/v1/departments', { name: 'Quality 100%' });
    expect((await list('/v1/departments?terms=100%25%20qual')).map(({ name }) => name)).toEqual([
      'Quality 100%',
    ]);
    expect(await list('/v1/departments?terms=quality&is_archived=true')).toEqual([]);
  });

  it('are 404 department.not_found when there is none', async () => {
    for (const method of ['GET', 'PATCH']) {
      const body = method === 'PATCH' ? {} : undefined;
      expect(await refusal(application, method, `/v1/departments/${UNUSED_ID}`, body)).toEqual([
        404,
        'department.not_found',
      ]);
    }
  });

  it('keep one named Unassigned, which takes its own name but no other: 409 department.unassigned_is_fixed', async () => {
    const [unassigned] = await list('/v1/departments?terms=unassigned');
    const path = `/v1/departments/${unassigned?.id}`;
    expect((await application.api.patch(path, { name: 'Unassigned' })).status).toBe(200);
    for (const patch of [{ name: 'Bench' }, { is_archived: true }]) {
      expect(await refusal(application, 'PATCH', path, patch)).toEqual([
        409,
        'department.unassigned_is_fixed',
      ]);
    }
    expect(await eventsAbout(application, unassigned?.id ?? '')).toEqual([]);
  });
});

describe('roles', () => {
  it('are created with their defaults, and tell of it and of each change', async () => {
    const role = await application.api.create<Named>('/v1/roles', aRole(departmentId));
    expect(role).toMatchObject({
      department_id: departmentId,
      capacity: 1,
      billable_utilization_target: 0.8,
      default_cost_rate: null,
      is_archived: false,
    });
    const patch = { capacity: 1.25, billable_utilization_target: 0, default_cost_rate: usd(12.3456) };
    const { body } = await application.api.patch(`/v1/roles/${role.id}`, patch);
    expect(body).toEqual({ ...role, ...patch, modified_date: body.modified_date });
    expect((await application.api.patch(`/v1/roles/${role.id}`, patch)).body).toEqual(body);
    const cleared = await application.api.patch(`/v1/roles/${role.id}`, { default_cost_rate: null });
    expect(cleared.body.default_cost_rate).toBeNull();
    const events = await eventsAbout(application, role.id);
    expect(events.map(({ Topic, Payload }) => [Topic, Payload.ModifiedProperties])).toEqual([
      ['role.created', undefined],
      ['role.modified', ['capacity', 'billable_utilization_target', 'default_cost_rate']],
      ['role.modified', ['default_cost_rate']],
    ]);
  });

  it('are refused with 400 when a number is out of range or a member that cannot be null is', async () => {
    const { status, body } = await application.api.post('/v1/roles', {
      capacity: 2.1,
      billable_utilization_target: -0.1,
      default_cost_rate: { currency_code: 'USD', amount: -1 },
      is_archived: false,
    });
    expect(status).toBe(400);
    expect(Object.keys(body.errors as object).sort()).toEqual([
      'billable_utilization_target',
      'capacity',
      'default_cost_rate.amount',
      'department_id',
      'is_archived',
      'name',
    ]);
    const role = await application.api.create('/v1/roles', aRole(departmentId));
    const nulls = await application.api.patch(`/v1/roles/${role.id}`, { name: null, capacity: null });
    expect([nulls.status, Object.keys(nulls.body.errors as object).sort()]).toEqual([
      400,
      ['capacity', 'name'],
    ]);
  });

  it('have a name of their own, in any department, else 409 role.name_in_use', async () => {
    const elsewhere = await application.api.create('/v1/departments', aDepartment());
    await application.api.create('/v1/roles', aRole(departmentId, { name: 'Architect' }));
    const second = await refusal(
      application,
      'POST',
      '/v1/roles',
      aRole(elsewhere.id, { name: 'ARCHITECT' }),
    );
    expect(second).toEqual([409, 'role.name_in_use']);
  });

  it('cannot be put into a department that is archived or unknown: 422 department.not_usable', async () => {
    const old = await application.api.create('/v1/departments', aDepartment());
    const inside = await application.api.create<Named>('/v1/roles', aRole(old.id));
    const outside = await application.api.create<Named>('/v1/roles', aRole(departmentId));
    await application.api.patch(`/v1/departments/${old.id}`, { is_archived: true });
    for (const id of [old.id, UNUSED_ID]) {
      const created = await application.api.post('/v1/roles', aRole(id));
      expect([created.status, created.body.code]).toEqual([422, 'department.not_usable']);
      expect(created.body.detail).toMatch(/^department_id: /);
      const moved = await refusal(application, 'PATCH', `/v1/roles/${outside.id}`, { department_id: id });
      expect(moved).toEqual([422, 'department.not_usable']);
    }
    const kept = await application.api.patch(`/v1/roles/${inside.id}`, {
      name: 'Kept',
      department_id: old.id,
    });
    expect(kept.status).toBe(200);
  });

  it('keep one named Unassigned, which can be measured but not changed: 409 role.unassigned_is_fixed', async () => {
    const [unassigned] = await list('/v1/roles?terms=unassigned');
    const path = `/v1/roles/${unassigned?.id}`;
    expect((await application.api.patch(path, { capacity: 0.5 })).body.capacity).toBe(0.5);
    for (const patch of [{ name: 'Bench' }, { department_id: departmentId }, { is_archived: true }]) {
      expect(await refusal(application, 'PATCH', path, patch)).toEqual([409, 'role.unassigned_is_fixed']);
    }
  });

  it('are found by department, terms and is_archived; 404 role.not_found when there is none', async () => {
    const department = await application.api.create('/v1/departments', aDepartment());
    const role = await application.api.create<Named>('/v1/roles', aRole(department.id, { name: 'Needle' }));
    expect(await list(`/v1/roles?department_id=${department.id}`)).toEqual([role]);
    expect(await list(`/v1/roles?department_id=${department.id}&terms=eedl&is_archived=false`)).toEqual([
      role,
    ]);
    expect(await list(`/v1/roles?department_id=${department.id}&is_archived=true`)).toEqual([]);
    expect(await refusal(application, 'GET', `/v1/roles/${UNUSED_ID}`)).toEqual([404, 'role.not_found']);
  });
});

describe('requisitions', () => {
  let roleId: string;

  beforeAll(async () => {
    roleId = (await application.api.create('/v1/roles', aRole(departmentId))).id;
  });

  it('are created open, changed in any order of status, and found by role, status and terms', async () => {
    const requisition = await application.api.create(
      '/v1/requisitions',
      aRequisition(roleId, { name: 'Wanted: Ada' }),
    );
    expect(requisition).toMatchObject({ status: 'open', start_date: null, role_id: roleId });
    const patch = { status: 'closed', start_date: '2027-02-01' };
    const { body } = await application.api.patch(`/v1/requisitions/${requisition.id}`, patch);
    expect(body).toEqual({ ...requisition, ...patch, modified_date: body.modified_date });
    const cleared = await application.api.patch(`/v1/requisitions/${requisition.id}`, {
      status: 'pending',
      start_date: null,
    });
    expect(await list(`/v1/requisitions?role_id=${roleId}&status=pending&terms=ADA`)).toEqual([cleared.body]);
    expect(await list(`/v1/requisitions?role_id=${roleId}&status=open`)).toEqual([]);
  });

  it('need a role in use: 422 role.not_usable', async () => {
    const old = await application.api.create('/v1/roles', aRole(departmentId));
    const requisition = await application.api.create('/v1/requisitions', aRequisition(old.id));
    await application.api.patch(`/v1/roles/${old.id}`, { is_archived: true });
    expect(await refusal(application, 'POST', '/v1/requisitions', aRequisition(old.id))).toEqual([
      422,
      'role.not_usable',
    ]);
    const path = `/v1/requisitions/${requisition.id}`;
    expect(await refusal(application, 'PATCH', path, { role_id: UNUSED_ID })).toEqual([
      422,
      'role.not_usable',
    ]);
    expect((await application.api.patch(path, { role_id: old.id, name: 'Same role' })).status).toBe(200);
  });

  it('are 404 requisition.not_found when there is none', async () => {
    expect(await refusal(application, 'GET', `/v1/requisitions/${UNUSED_ID}`)).toEqual([
      404,
      'requisition.not_found',
    ]);
  });
});
