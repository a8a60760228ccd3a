import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ProjectOfferingRoleRepository } from '../../../src/contexts/delivery/offering-roles/project-offering-role.repository.js';
import { ProjectOfferingRoleService } from '../../../src/contexts/delivery/offering-roles/project-offering-role.service.js';
import type { PlannedTimeEntry } from '../../../src/contexts/delivery/planned-time/planned-time.dto.js';
import { PlannedTimeRepository } from '../../../src/contexts/delivery/planned-time/planned-time.repository.js';
import { PlannedTimeService } from '../../../src/contexts/delivery/planned-time/planned-time.service.js';
import { plannedDays } from '../../factories/delivery.factory.js';
import { createPlanning, type Planning } from '../../support/application/planning.js';
import { eventsAbout } from '../../support/application/published-events.js';
import { outcomesOf, raceBehind } from '../../support/application/race.js';
import { shareTestModule } from '../../support/application/shared-application.js';
import type { TestModule } from '../../support/application/test-application.js';
import { countStatements } from '../../support/databases/sent-statements.js';

const everything = { page: 1, pageSize: 500 };

describe('planned time at the same moment', () => {
  let application: TestModule;
  let organizationId: string;
  let planning: Planning;
  let plannedTime: PlannedTimeService;
  let roles: ProjectOfferingRoleService;
  let path: { projectId: string; projectOfferingId: string };

  beforeAll(async () => {
    application = await shareTestModule();
    organizationId = application.organizationId;
    planning = await createPlanning(application);
    plannedTime = application.get(PlannedTimeService);
    roles = application.get(ProjectOfferingRoleService);
    path = { projectId: planning.projectId, projectOfferingId: await planning.newOffering() };
  });
  afterAll(() => application.close());

  const newRole = async () => (await planning.newRole(path.projectOfferingId)).id;
  const apply = (roleId: string, entries: ReturnType<typeof plannedDays>) =>
    plannedTime.apply(organizationId, path, roleId, entries);
  const remove = (roleId: string) => roles.remove(organizationId, path, roleId);
  const planOf = async (roleId: string) =>
    (await plannedTime.list(organizationId, path, roleId, {}, everything)).rows;

  it('keeps a role from being deleted: project_offering_role.has_planned_time', async () => {
    const id = await newRole();
    const race = await raceBehind(
      application,
      () => apply(id, plannedDays('2027-01-04', 8)),
      () => remove(id),
    );
    expect(race).toEqual({ waited: true, outcome: 'project_offering_role.has_planned_time' });
  });

  it('is not planned for a role that is being deleted: project_offering_role.not_found', async () => {
    const id = await newRole();
    const race = await raceBehind(
      application,
      () => remove(id),
      () => apply(id, plannedDays('2027-01-04', 8)),
    );
    expect(race).toEqual({ waited: true, outcome: 'project_offering_role.not_found' });
  });

  it('of one role is what the fifty who planned the same days made of it, one after the other', async () => {
    const id = await newRole();
    // Each plans its own hours from its own day on, half of them backwards, and clears the day behind the last.
    const requests = Array.from({ length: 50 }, (_, index) => {
      const hours = (index + 1) / 10;
      const days = plannedDays(`2027-01-${String(4 + (index % 7)).padStart(2, '0')}`, hours, hours, hours, 0);
      return index % 2 === 0 ? days : days.reverse();
    });
    const plan = async (index: number) => {
      const days = requests[index] ?? [];
      const standing = days.filter(({ hours }) => hours > 0);
      expect((await apply(id, days)).planned).toEqual(index % 2 === 0 ? standing : standing.reverse());
    };
    // Each is applied once, none of them tried again; whose answer comes first had the role first.
    const order: (readonly PlannedTimeEntry[])[] = [];
    const { apply: applyDays } = PlannedTimeRepository.prototype;
    const applied = jest.spyOn(PlannedTimeRepository.prototype, 'apply');
    applied.mockImplementation(async function (this: PlannedTimeRepository, ...sent) {
      const changed = await applyDays.apply(this, sent);
      order.push(sent[2]);
      return changed;
    });
    expect(await outcomesOf(50, plan)).toEqual({ ok: 50 });
    applied.mockRestore();
    expect(order).toHaveLength(50);
    const expected = new Map(order.flat().map(({ plan_date, hours }) => [plan_date, hours]));
    const standing = [...expected].filter(([, hours]) => hours > 0).sort();
    expect(await planOf(id)).toEqual(standing.map(([plan_date, hours]) => ({ plan_date, hours })));
  });

  it.each(['before', 'after'])(
    'is not none in a list that was planned %s its version was read',
    async (when) => {
      const id = await newRole();
      const repository = application.get(ProjectOfferingRoleRepository);
      const read = jest.spyOn(repository, 'getPlanVersion').mockImplementationOnce(async (...which) => {
        if (when === 'before') await apply(id, plannedDays('2027-01-04', 8));
        const version = await repository.getPlanVersion(...which);
        if (when === 'after') await apply(id, plannedDays('2027-01-04', 8));
        return version;
      });
      expect(await planOf(id)).toEqual(plannedDays('2027-01-04', 8));
      read.mockRestore();
    },
  );

  it('takes as many statements for a hundred days as for one', async () => {
    const counts: number[] = [];
    for (const days of [1, 100]) {
      const id = await newRole();
      const entries = plannedDays('2027-01-04', ...Array<number>(days).fill(8));
      counts.push(await countStatements(() => apply(id, entries)));
    }
    expect(counts).toEqual([3, 3]);
  });

  it('that is there already changes nothing and tells nothing', async () => {
    const id = await newRole();
    await apply(id, plannedDays('2027-01-04', 8, 0, 4.25));
    await apply(id, plannedDays('2027-01-03', 0, 8, 0, 4.25));
    await apply(id, plannedDays('2027-01-03', 0, 8, 2, 0));
    expect((await eventsAbout(application, id)).slice(1).map(({ Payload }) => Payload)).toEqual([
      payload(id, '2027-01-04', '2027-01-06'),
      payload(id, '2027-01-05', '2027-01-06'),
    ]);
    expect(await planOf(id)).toEqual(plannedDays('2027-01-04', 8, 2));
  });

  const payload = (id: string, first: string, last: string) => ({
    Id: id,
    ProjectId: path.projectId,
    ProjectOfferingId: path.projectOfferingId,
    StartDate: first,
    EndDate: last,
  });
});
