import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SoldSnapshotService } from '../../../src/contexts/delivery/sold-snapshot/sold-snapshot.service.js';
import { ProjectOfferingDetails } from '../../../src/contexts/delivery/details/project-offering-details.js';
import { ProjectOfferingService } from '../../../src/contexts/delivery/offerings/project-offering.service.js';
import { PlannedTimeService } from '../../../src/contexts/delivery/planned-time/planned-time.service.js';
import { ProjectService } from '../../../src/contexts/delivery/projects/project.service.js';
import { PipelineService } from '../../../src/contexts/sales/pipelines/pipeline.service.js';
import { UnitOfWork } from '../../../src/platform/database/index.js';
import { anOffering, plannedDays } from '../../factories/delivery.factory.js';
import { usd } from '../../factories/people.factory.js';
import { aPipeline } from '../../factories/sales.factory.js';
import { createPlanning, type Planning } from '../../support/application/planning.js';
import { raceBehind } from '../../support/application/race.js';
import { shareTestModule } from '../../support/application/shared-application.js';
import type { TestModule } from '../../support/application/test-application.js';
import { countStatements } from '../../support/databases/sent-statements.js';

const nothing = [null, null, null, null, null];

describe('the sold snapshot', () => {
  let application: TestModule;
  let organizationId: string;
  let planning: Planning;
  let projects: ProjectService;
  let snapshots: SoldSnapshotService;
  let personId: string;

  beforeAll(async () => {
    application = await shareTestModule();
    ({ organizationId } = application);
    planning = await createPlanning(application);
    projects = application.get(ProjectService);
    snapshots = application.get(SoldSnapshotService);
    personId = await planning.newPerson({ cost_rate: usd(12.5) });
  });
  afterAll(() => application.close());

  const plan = (projectId: string, projectOfferingId: string, roleId: string, ...hours: number[]) =>
    application
      .get(PlannedTimeService)
      .apply(organizationId, { projectId, projectOfferingId }, roleId, plannedDays('2027-01-04', ...hours));
  const newOffering = async (projectId: string, ...hours: number[]) => {
    const id = await planning.newOffering(
      { billing_model: 'fixed_bid', billing_model_options: { fixed_revenue: usd(900) } },
      projectId,
    );
    const role = await planning.newRole(id, { assignment: { type: 'person', id: personId } }, projectId);
    if (hours.length > 0) await plan(projectId, id, role.id, ...hours);
    return { id, roleId: role.id };
  };
  const aSale = async (...hours: number[]) => {
    const projectId = await planning.newProject();
    return { projectId, ...(await newOffering(projectId, ...hours)) };
  };
  const move = (projectId: string, status: 'pre_sale' | 'awaiting_start' | 'in_progress') =>
    projects.update(organizationId, projectId, { status });
  /** Hours, cost and revenue of the offering, hours and cost of its role; null where nothing is sold. */
  const sold = async (offeringId: string) => {
    const [row] = await application.database.query<Record<string, string | null>[]>(
      `SELECT o.sold_hours, o.sold_cost_amount, o.sold_revenue_amount, r.sold_hours AS role_hours,
         r.sold_cost_amount AS role_cost
       FROM project_offerings o JOIN project_offering_roles r ON r.project_offering_id = o.id WHERE o.id = $1`,
      [offeringId],
    );
    return Object.values(row ?? {}).map((value) => (value === null ? null : Number(value)));
  };
  /** Of so many hours at 12.5, for the fixed price of 900. */
  const snapshotOf = (hours: number) => [hours, hours * 12.5, 900, hours, hours * 12.5];

  it.each(['awaiting_start', 'in_progress'] as const)('is taken on the move to %s', async (status) => {
    const { projectId, id } = await aSale(8, 4.5);
    expect(await sold(id)).toEqual(nothing);
    await move(projectId, status);
    expect(await sold(id)).toEqual(snapshotOf(12.5));
  });

  it('is taken when the deal is won, which is a move too', async () => {
    const { projectId, id } = await aSale(8);
    const stages = [{ name: 'Won', outcome: 'won' }];
    const pipeline = await application.get(PipelineService).create(organizationId, aPipeline({ stages }));
    await projects.update(organizationId, projectId, { stage_id: pipeline.stages[0]?.id ?? '' });
    expect(await sold(id)).toEqual(snapshotOf(8));
  });

  it('stays on every other move and change, and whatever is planned later', async () => {
    const { projectId, id, roleId } = await aSale(8);
    await move(projectId, 'awaiting_start');
    await plan(projectId, id, roleId, 20);
    await projects.update(organizationId, projectId, { name: 'Sold' });
    await move(projectId, 'in_progress');
    expect(await sold(id)).toEqual(snapshotOf(8));
  });

  it('is dropped on the way back to pre_sale, and taken anew on the next one out', async () => {
    const { projectId, id, roleId } = await aSale(8);
    await move(projectId, 'awaiting_start');
    await move(projectId, 'pre_sale');
    expect(await sold(id)).toEqual(nothing);
    await plan(projectId, id, roleId, 6);
    await move(projectId, 'awaiting_start');
    expect(await sold(id)).toEqual(snapshotOf(6));
  });

  it('of an offering without planned time is 0 hours for its price', async () => {
    const { projectId, id } = await aSale();
    await move(projectId, 'awaiting_start');
    expect(await sold(id)).toEqual([0, 0, 900, 0, 0]);
  });

  it('does not move the modified_date of an offering, which tells of what clients change', async () => {
    const { projectId, id } = await aSale(8);
    const offerings = application.get(ProjectOfferingDetails);
    const before = await offerings.get(organizationId, projectId, id);
    await move(projectId, 'awaiting_start');
    expect((await offerings.get(organizationId, projectId, id)).modified_date).toBe(before.modified_date);
  });

  it('is taken and dropped of some offerings of a project only', async () => {
    const { projectId, id } = await aSale(8);
    const other = await newOffering(projectId, 3);
    const inOne = (work: () => Promise<void>) => application.get(UnitOfWork).run(work);
    await inOne(() => snapshots.freeze(organizationId, projectId, [id]));
    expect([await sold(id), await sold(other.id)]).toEqual([snapshotOf(8), nothing]);
    await inOne(() => snapshots.freeze(organizationId, projectId));
    await inOne(() => snapshots.drop(organizationId, projectId, [id]));
    expect([await sold(id), await sold(other.id)]).toEqual([nothing, snapshotOf(3)]);
    await inOne(() => snapshots.freeze(organizationId, projectId, []));
    await inOne(() => snapshots.drop(organizationId, projectId, []));
    expect([await sold(id), await sold(other.id)]).toEqual([nothing, snapshotOf(3)]);
  });

  it('contains what is being planned when the project leaves pre_sale', async () => {
    const { projectId, id, roleId } = await aSale(8);
    const race = await raceBehind(
      application,
      () => plan(projectId, id, roleId, 8, 8, 4),
      () => move(projectId, 'awaiting_start'),
    );
    expect(race).toEqual({ waited: true, outcome: 'ok' });
    expect(await sold(id)).toEqual(snapshotOf(20));
  });

  it('lacks what is planned while the project leaves pre_sale, which waits for that', async () => {
    const { projectId, id, roleId } = await aSale(8);
    const race = await raceBehind(
      application,
      () => move(projectId, 'awaiting_start'),
      () => plan(projectId, id, roleId, 8, 8, 4),
    );
    expect(race).toEqual({ waited: true, outcome: 'ok' });
    expect(await sold(id)).toEqual(snapshotOf(8));
  });

  it('contains an offering that is being added, and one that comes later has none', async () => {
    const { projectId } = await aSale(8);
    let added = '';
    const offerings = application.get(ProjectOfferingService);
    const add = async () => {
      added = (await offerings.create(organizationId, projectId, anOffering())).id;
    };
    const first = await raceBehind(application, add, () => move(projectId, 'awaiting_start'));
    expect(first).toEqual({ waited: true, outcome: 'ok' });
    const isSold = async () => {
      const statement = 'SELECT sold_hours IS NOT NULL AS sold FROM project_offerings WHERE id = $1';
      return (await application.database.query<{ sold: boolean }[]>(statement, [added]))[0]?.sold;
    };
    expect(await isSold()).toBe(true);
    await move(projectId, 'pre_sale');
    const second = await raceBehind(application, () => move(projectId, 'awaiting_start'), add);
    expect(second).toEqual({ waited: true, outcome: 'ok' });
    expect(await isSold()).toBe(false);
  });

  it('takes as many statements for many offerings as for one', async () => {
    const counts: number[] = [];
    for (const size of [1, 6]) {
      const projectId = await planning.newProject();
      for (let index = 0; index < size; index += 1) await newOffering(projectId, 1, 2, 3);
      for (const status of ['awaiting_start', 'pre_sale'] as const)
        counts.push(await countStatements(() => move(projectId, status)));
    }
    expect(counts.slice(2)).toEqual(counts.slice(0, 2));
  });
});
