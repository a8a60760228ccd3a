import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ProjectOfferingRoleRepository } from '../../../src/contexts/delivery/offering-roles/project-offering-role.repository.js';
import { ProjectOfferingRoleService } from '../../../src/contexts/delivery/offering-roles/project-offering-role.service.js';
import { ProjectService } from '../../../src/contexts/delivery/projects/project.service.js';
import { PersonService } from '../../../src/contexts/people/people/person.service.js';
import { ActualTimeRecordingService } from '../../../src/contexts/time-tracking/actual-time/actual-time-recording.service.js';
import { createPlanning, type Planning } from '../../support/application/planning.js';
import { outcomesOf, raceBehind } from '../../support/application/race.js';
import { shareTestModule } from '../../support/application/shared-application.js';
import type { TestModule } from '../../support/application/test-application.js';
import { countStatements } from '../../support/databases/sent-statements.js';

const person = (id: string) => ({ type: 'person' as const, id });

describe('offering roles at the same moment', () => {
  let application: TestModule;
  let organizationId: string;
  let planning: Planning;
  let roles: ProjectOfferingRoleService;
  let recording: ActualTimeRecordingService;

  beforeAll(async () => {
    application = await shareTestModule();
    organizationId = application.organizationId;
    planning = await createPlanning(application);
    roles = application.get(ProjectOfferingRoleService);
    recording = application.get(ActualTimeRecordingService);
  });
  afterAll(() => application.close());

  const pathOf = (projectOfferingId: string) => ({ projectId: planning.projectId, projectOfferingId });
  const update = (offeringId: string, id: string, patch: object) =>
    roles.update(organizationId, pathOf(offeringId), id, patch);
  const remove = (offeringId: string, id: string) => roles.remove(organizationId, pathOf(offeringId), id);
  const rolesOf = (offeringId: string) =>
    application.get(ProjectOfferingRoleRepository).allOf(organizationId, offeringId);
  const record = (offeringId: string, personId: string) =>
    recording.create(organizationId, {
      project_offering_id: offeringId,
      person_id: personId,
      recorded_date: '2026-11-16',
      hours: 8,
    });
  const anAssignedRole = async () => {
    const offeringId = await planning.newOffering();
    const personId = await planning.newPerson();
    const { id } = await planning.newRole(offeringId, { assignment: person(personId) });
    return { offeringId, personId, id };
  };

  it('get a person once when ten are assigned them: project_offering_role.person_has_role', async () => {
    const offeringId = await planning.newOffering();
    const assignment = person(await planning.newPerson());
    const made = await Promise.all(Array.from({ length: 10 }, () => planning.newRole(offeringId)));
    const outcomes = await outcomesOf(10, (index) =>
      update(offeringId, made[index]?.id ?? '', { assignment }),
    );
    expect(outcomes).toEqual({ ok: 1, 'project_offering_role.person_has_role': 9 });
  });

  it('get a person once, whether assigned or created with them: project_offering_role.person_has_role', async () => {
    const offeringId = await planning.newOffering();
    const assignment = person(await planning.newPerson());
    const { id } = await planning.newRole(offeringId);
    const created = { role_id: planning.roleId, assignment };
    const race = await raceBehind(
      application,
      () => update(offeringId, id, { assignment }),
      () => roles.create(organizationId, pathOf(offeringId), created),
    );
    expect(race).toEqual({ waited: true, outcome: 'project_offering_role.person_has_role' });
  });

  it('keep the person whose time is being recorded: project_offering_role.person_has_time', async () => {
    for (const assignment of [null, person(await planning.newPerson())]) {
      const { offeringId, personId, id } = await anAssignedRole();
      const race = await raceBehind(
        application,
        () => record(offeringId, personId),
        () => update(offeringId, id, { assignment }),
      );
      expect(race).toEqual({ waited: true, outcome: 'project_offering_role.person_has_time' });
    }
  });

  it('that a person is being assigned to are those that their time is recorded on', async () => {
    const offeringId = await planning.newOffering();
    const personId = await planning.newPerson();
    const { id } = await planning.newRole(offeringId);
    const race = await raceBehind(
      application,
      () => update(offeringId, id, { assignment: person(personId) }),
      () => record(offeringId, personId),
    );
    expect(race).toEqual({ waited: true, outcome: 'ok' });
    expect(await rolesOf(offeringId)).toMatchObject([{ id, assignment: person(personId) }]);
  });

  it('are deleted once, and not found by the other: project_offering_role.not_found', async () => {
    const offeringId = await planning.newOffering();
    const { id } = await planning.newRole(offeringId);
    expect(await outcomesOf(5, () => remove(offeringId, id))).toEqual({
      ok: 1,
      'project_offering_role.not_found': 4,
    });
  });

  it('are not added to a project that is being archived: project.archived', async () => {
    const projectId = await planning.newProject();
    const projectOfferingId = await planning.newOffering({}, projectId);
    const race = await raceBehind(
      application,
      () => application.get(ProjectService).update(organizationId, projectId, { is_archived: true }),
      () => roles.create(organizationId, { projectId, projectOfferingId }, { role_id: planning.roleId }),
    );
    expect(race).toEqual({ waited: true, outcome: 'project.archived' });
  });

  it('do not get a person who is being archived: person.not_usable', async () => {
    const offeringId = await planning.newOffering();
    const personId = await planning.newPerson();
    const { id } = await planning.newRole(offeringId);
    const race = await raceBehind(
      application,
      () => application.get(PersonService).update(organizationId, personId, { is_archived: true }, true),
      () => update(offeringId, id, { assignment: person(personId) }),
    );
    expect(race).toEqual({ waited: true, outcome: 'person.not_usable' });
  });

  it('are read in one statement, however many there are', async () => {
    const offeringId = await planning.newOffering();
    await Promise.all(Array.from({ length: 5 }, () => planning.newRole(offeringId)));
    const list = () => roles.list(organizationId, pathOf(offeringId), {}, { page: 1, pageSize: 500 });
    expect((await list()).total).toBe(5);
    expect(await countStatements(list)).toBe(1);
  });
});
