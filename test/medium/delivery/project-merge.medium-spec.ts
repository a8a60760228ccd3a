import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ProjectDetails } from '../../../src/contexts/delivery/details/project-details.js';
import type { OfferingPath } from '../../../src/contexts/delivery/offering-roles/project-offering-role-state.js';
import { ProjectOfferingRoleService } from '../../../src/contexts/delivery/offering-roles/project-offering-role.service.js';
import { ProjectOfferingService } from '../../../src/contexts/delivery/offerings/project-offering.service.js';
import { PlannedTimeService } from '../../../src/contexts/delivery/planned-time/planned-time.service.js';
import { ProjectMergeService } from '../../../src/contexts/delivery/project-merge/project-merge.service.js';
import { ProjectRepository } from '../../../src/contexts/delivery/projects/project.repository.js';
import { ProjectService } from '../../../src/contexts/delivery/projects/project.service.js';
import { anOffering, aProject, plannedDays } from '../../factories/delivery.factory.js';
import { anIdentifier } from '../../factories/sales.factory.js';
import { createPlanning, type Planning } from '../../support/application/planning.js';
import { outcomesOf, raceBehind } from '../../support/application/race.js';
import { shareTestModule } from '../../support/application/shared-application.js';
import type { TestModule } from '../../support/application/test-application.js';
import { countStatements } from '../../support/databases/sent-statements.js';

describe('merges at the same moment', () => {
  let application: TestModule;
  let organizationId: string;
  let projects: ProjectService;
  let offerings: ProjectOfferingService;
  let merges: ProjectMergeService;
  let roles: ProjectOfferingRoleService;
  let planning: Planning;

  beforeAll(async () => {
    application = await shareTestModule();
    organizationId = application.organizationId;
    projects = application.get(ProjectService);
    offerings = application.get(ProjectOfferingService);
    merges = application.get(ProjectMergeService);
    roles = application.get(ProjectOfferingRoleService);
    planning = await createPlanning(application);
  });
  afterAll(() => application.close());

  const aNewProject = async (members = {}) =>
    (await projects.create(organizationId, aProject(planning.clientId, members))).id;
  const someProjects = (count: number) => Promise.all(Array.from({ length: count }, () => aNewProject()));
  const addOffering = (projectId: string, members = {}) =>
    offerings.create(organizationId, projectId, anOffering(members));
  const merge = (targetId: string, sourceId: string) => merges.merge(organizationId, targetId, sourceId);
  const namesIn = async (projectId: string) => {
    const { rows } = await offerings.list(organizationId, projectId, {}, { page: 1, pageSize: 500 });
    return rows.map(({ name }) => name);
  };

  it('of one source into ten targets: one moves it, the others are refused with project.merged', async () => {
    const [source = '', ...targets] = await someProjects(11);
    await addOffering(source, { name: 'Design' });
    const outcomes = await outcomesOf(10, (index) => merge(targets[index] ?? '', source));
    expect(outcomes).toEqual({ ok: 1, 'project.merged': 9 });
    expect((await Promise.all(targets.map(namesIn))).flat()).toEqual(['Design']);
  });

  it('of two projects into each other: one succeeds, without a deadlock, the other is project.merged', async () => {
    const lock = jest.spyOn(application.get(ProjectRepository), 'lockBoth');
    for (let round = 0; round < 10; round += 1) {
      const [one = '', other = ''] = await someProjects(2);
      const outcomes = await outcomesOf(2, (index) => (index ? merge(one, other) : merge(other, one)));
      expect(outcomes).toEqual({ ok: 1, 'project.merged': 1 });
    }
    // A deadlock would have made the unit of work try again.
    expect(lock).toHaveBeenCalledTimes(20);
    lock.mockRestore();
  });

  it('of ten sources into one target: all succeed, and every name stays unique', async () => {
    const [target = '', ...sources] = await someProjects(11);
    await addOffering(target, { name: 'Design' });
    for (const source of sources) await addOffering(source, { name: 'Design' });
    expect(await outcomesOf(10, (index) => merge(target, sources[index] ?? ''))).toEqual({ ok: 10 });
    expect(new Set(await namesIn(target)).size).toBe(11);
  });

  it('along a chain end in projects that are not merged away, or are refused', async () => {
    const [one = '', two = '', three = ''] = await someProjects(3);
    await addOffering(one, { name: 'Design' });
    await outcomesOf(2, (index) => (index ? merge(two, one) : merge(three, two)));
    const places = await Promise.all([one, two, three].map(namesIn));
    const holder = [one, two, three][places.findIndex((names) => names.length > 0)] ?? '';
    expect(places.flat()).toEqual(['Design']);
    expect((await application.get(ProjectDetails).get(organizationId, holder)).merged_into_id).toBeNull();
  });

  it('let no offering be made in the source any more: project.merged', async () => {
    const [target = '', source = ''] = await someProjects(2);
    const race = await raceBehind(
      application,
      () => merge(target, source),
      () => addOffering(source),
    );
    expect(race).toEqual({ waited: true, outcome: 'project.merged' });
    expect(await namesIn(source)).toEqual([]);
  });

  it('wait for an offering that is being made in the source, and move it', async () => {
    const [target = '', source = ''] = await someProjects(2);
    const race = await raceBehind(
      application,
      () => addOffering(source, { name: 'Design' }),
      () => merge(target, source),
    );
    expect(race).toEqual({ waited: true, outcome: 'ok' });
    expect(await namesIn(target)).toEqual(['Design']);
  });

  it('wait for an offering that is being made in the target, and leave it its name', async () => {
    const [target = '', source = ''] = await someProjects(2);
    await addOffering(source, { name: 'Design' });
    const race = await raceBehind(
      application,
      () => addOffering(target, { name: 'design' }),
      () => merge(target, source),
    );
    expect(race).toEqual({ waited: true, outcome: 'ok' });
    expect(await namesIn(target)).toEqual([expect.stringMatching(/^Design \(/), 'design']);
  });

  it('take an offering away before it is renamed where it was: project_offering.not_found', async () => {
    const [target = '', source = ''] = await someProjects(2);
    const { id } = await addOffering(source, { name: 'Design' });
    const race = await raceBehind(
      application,
      () => merge(target, source),
      () => offerings.update(organizationId, source, id, { name: 'Build' }),
    );
    expect(race).toEqual({ waited: true, outcome: 'project_offering.not_found' });
    expect(await namesIn(target)).toEqual(['Design']);
  });

  it.each<[string, string, (path: OfferingPath, roleId: string) => Promise<unknown>]>([
    [
      'a role is created on it',
      'project_offering.not_found',
      (path) => roles.create(organizationId, path, { role_id: planning.roleId }),
    ],
    [
      'a role on it is changed',
      'project_offering_role.not_found',
      (path, id) => roles.update(organizationId, path, id, { allocation: 0.5 }),
    ],
    [
      'a role on it is deleted',
      'project_offering_role.not_found',
      (path, id) => roles.remove(organizationId, path, id),
    ],
    [
      'time is planned on it',
      'project_offering_role.not_found',
      (path, id) =>
        application.get(PlannedTimeService).apply(organizationId, path, id, plannedDays('2027-01-04', 8)),
    ],
  ])('take an offering away before %s where it was: %s', async (_what, outcome, write) => {
    const [target = '', source = ''] = await someProjects(2);
    const offering = await addOffering(source);
    const { id } = await planning.newRole(offering.id, {}, source);
    const race = await raceBehind(
      application,
      () => merge(target, source),
      () => write({ projectId: source, projectOfferingId: offering.id }, id),
    );
    expect(race).toEqual({ waited: true, outcome });
    const there = { projectId: target, projectOfferingId: offering.id };
    const { rows } = await roles.list(organizationId, there, {}, { page: 1, pageSize: 500 });
    expect(rows).toEqual([expect.objectContaining({ id, allocation: null, scheduled_hours: 0 })]);
  });

  it('leave the source as it was: a change that comes too late is project.merged', async () => {
    const [target = '', source = ''] = await someProjects(2);
    const race = await raceBehind(
      application,
      () => merge(target, source),
      () => projects.update(organizationId, source, { is_archived: false }),
    );
    expect(race).toEqual({ waited: true, outcome: 'project.merged' });
  });

  it('do not go into a target that is being archived: project.archived', async () => {
    const [target = '', source = ''] = await someProjects(2);
    const race = await raceBehind(
      application,
      () => projects.update(organizationId, target, { is_archived: true }),
      () => merge(target, source),
    );
    expect(race).toEqual({ waited: true, outcome: 'project.archived' });
  });

  it('take as many statements for fifty offerings as for one', async () => {
    const statementsFor = async (count: number) => {
      const [target = ''] = await someProjects(1);
      const source = await aNewProject({ crm_identifiers: [anIdentifier()] });
      for (let made = 0; made < count; made += 1) await addOffering(source);
      return countStatements(() => merge(target, source));
    };
    expect(await statementsFor(50)).toBe(await statementsFor(1));
  });
});
