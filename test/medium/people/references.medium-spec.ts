import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UsablePeople, UsableRequisitions, UsableRoles } from '../../../src/contexts/people/index.js';
import { DepartmentService } from '../../../src/contexts/people/departments/department.service.js';
import { PersonService } from '../../../src/contexts/people/people/person.service.js';
import { RequisitionService } from '../../../src/contexts/people/requisitions/requisition.service.js';
import { RoleService } from '../../../src/contexts/people/roles/role.service.js';
import { UnitOfWork } from '../../../src/platform/database/index.js';
import { newId } from '../../../src/platform/values/index.js';
import { outcomesOf, raceBehind } from '../../support/application/race.js';
import { shareTestModule } from '../../support/application/shared-application.js';
import type { TestModule } from '../../support/application/test-application.js';

describe('people at the same moment', () => {
  let application: TestModule;
  let organizationId: string;
  let departments: DepartmentService;
  let roles: RoleService;
  let people: PersonService;
  let departmentId: string;

  beforeAll(async () => {
    application = await shareTestModule();
    organizationId = application.organizationId;
    departments = application.get(DepartmentService);
    roles = application.get(RoleService);
    people = application.get(PersonService);
    departmentId = (await departments.create(organizationId, { name: 'Engineering' })).id;
  });
  afterAll(() => application.close());

  const aRole = () => roles.create(organizationId, { name: newId(), department_id: departmentId }, true);
  const aPerson = (members = {}) =>
    people.create(organizationId, { email_address: `${newId()}@example.com`, ...members }, true);

  it('get one department of a name when fifty are made, the others department.name_in_use', async () => {
    const outcomes = await outcomesOf(50, (index) =>
      departments.create(organizationId, { name: index % 2 ? 'Contested' : ' CONTESTED' }),
    );
    expect(outcomes).toEqual({ ok: 1, 'department.name_in_use': 49 });
  });

  it('get one person of an address when fifty are made, the others person.email_in_use', async () => {
    const outcomes = await outcomesOf(50, () => aPerson({ email_address: 'contested@example.com' }));
    expect(outcomes).toEqual({ ok: 1, 'person.email_in_use': 49 });
  });

  it('cannot be given a role that is being archived: role.not_usable', async () => {
    const { id } = await aRole();
    const race = await raceBehind(
      application,
      () => roles.update(organizationId, id, { is_archived: true }, true),
      () => aPerson({ role_id: id }),
    );
    expect(race).toEqual({ waited: true, outcome: 'role.not_usable' });
  });

  it('keep a role from being archived until they have it', async () => {
    const { id } = await aRole();
    const race = await raceBehind(
      application,
      () => aPerson({ additional_role_ids: [id] }),
      () => roles.update(organizationId, id, { is_archived: true }, true),
    );
    expect(race).toEqual({ waited: true, outcome: 'ok' });
  });

  it('cannot move a role into a department that is being archived: department.not_usable', async () => {
    const other = await departments.create(organizationId, { name: newId() });
    const { id } = await aRole();
    const race = await raceBehind(
      application,
      () => departments.update(organizationId, other.id, { is_archived: true }),
      () => roles.update(organizationId, id, { department_id: other.id }, true),
    );
    expect(race).toEqual({ waited: true, outcome: 'department.not_usable' });
  });

  it('keep every change when twenty change one person', async () => {
    const { id } = await aPerson();
    const members = Array.from({ length: 20 }, (_, index) =>
      index % 2 ? { capacity: 0.5 } : { cost_rate: { currency_code: 'USD', amount: index } },
    );
    const outcomes = await outcomesOf(20, (index) =>
      people.update(organizationId, id, members[index] ?? {}, true),
    );
    expect(outcomes).toEqual({ ok: 20 });
    const person = await people.get(organizationId, id);
    expect(person).toMatchObject({ capacity: 0.5, cost_rate: { currency_code: 'USD' } });
  });

  it('answer other contexts what can be referred to, else person.not_usable, role.not_usable, requisition.not_usable', async () => {
    const role = await aRole();
    const person = await aPerson();
    const requisitions = application.get(RequisitionService);
    const requisition = await requisitions.create(organizationId, { name: 'Wanted', role_id: role.id });
    const usable = {
      person: application.get(UsablePeople),
      role: application.get(UsableRoles),
      requisition: application.get(UsableRequisitions),
    };
    const ask = (id: string, kind: keyof typeof usable) =>
      outcomesOf(1, () =>
        application
          .get(UnitOfWork)
          .run<unknown>(() => usable[kind].lockForShare(organizationId, id, 'assignment.id')),
      );
    expect(await ask(person.id, 'person')).toEqual({ ok: 1 });
    expect(await ask(role.id, 'role')).toEqual({ ok: 1 });
    expect(await ask(requisition.id, 'requisition')).toEqual({ ok: 1 });
    await people.update(organizationId, person.id, { is_archived: true }, true);
    await roles.update(organizationId, role.id, { is_archived: true }, true);
    await requisitions.update(organizationId, requisition.id, { status: 'closed' });
    for (const id of [person.id, newId()])
      expect(await ask(id, 'person')).toEqual({ 'person.not_usable': 1 });
    for (const id of [role.id, newId()]) expect(await ask(id, 'role')).toEqual({ 'role.not_usable': 1 });
    for (const id of [requisition.id, newId()]) {
      expect(await ask(id, 'requisition')).toEqual({ 'requisition.not_usable': 1 });
    }
  });
});
