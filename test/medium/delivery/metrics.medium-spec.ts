import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ProjectDetails } from '../../../src/contexts/delivery/details/project-details.js';
import { MetricsBasisRepository } from '../../../src/contexts/delivery/metrics-basis/metrics-basis.repository.js';
import { MetricsService } from '../../../src/contexts/delivery/metrics/metrics.service.js';
import { PlannedTimeService } from '../../../src/contexts/delivery/planned-time/planned-time.service.js';
import { PersonService } from '../../../src/contexts/people/people/person.service.js';
import { RoleService } from '../../../src/contexts/people/roles/role.service.js';
import { RateCardRateService } from '../../../src/contexts/rates/rate-card-rates/rate-card-rate.service.js';
import { RateCardService } from '../../../src/contexts/rates/rate-cards/rate-card.service.js';
import { ActualTimeRecordingService } from '../../../src/contexts/time-tracking/actual-time/actual-time-recording.service.js';
import { currentTransaction } from '../../../src/platform/database/unit-of-work/transaction.js';
import type { Money } from '../../../src/platform/values/index.js';
import { plannedDays } from '../../factories/delivery.factory.js';
import { aRateCard, aRole, usd } from '../../factories/people.factory.js';
import { anActualTime } from '../../factories/time-tracking.factory.js';
import { createPlanning, type Planning } from '../../support/application/planning.js';
import { SettableClock } from '../../support/application/settable-clock.js';
import { shareTestModule } from '../../support/application/shared-application.js';
import type { TestModule } from '../../support/application/test-application.js';
import { countStatements } from '../../support/databases/sent-statements.js';

const eur = (amount: number) => ({ currency_code: 'EUR', amount });

describe('what metrics are calculated from', () => {
  let application: TestModule;
  let planning: Planning;
  let metrics: MetricsService;

  beforeAll(async () => {
    application = await shareTestModule(new SettableClock('2026-11-25T12:00:00Z'));
    planning = await createPlanning(application);
    metrics = application.get(MetricsService);
  });
  afterAll(() => application.close());

  const roleWith = async (default_cost_rate: object | null) =>
    (
      await application
        .get(RoleService)
        .create(application.organizationId, aRole(planning.departmentId, { default_cost_rate }), true)
    ).id;
  const plan = (offering: string, id: string, first: string, ...hours: number[]) =>
    application
      .get(PlannedTimeService)
      .apply(
        application.organizationId,
        { projectId: planning.projectId, projectOfferingId: offering },
        id,
        plannedDays(first, ...hours),
      );
  const record = (offering: string, person: string, recorded_date: string) =>
    application
      .get(ActualTimeRecordingService)
      .create(application.organizationId, anActualTime(offering, person, { recorded_date, hours: 1 }));
  const personWith = (...rates: (Partial<Money> & { from?: string })[]) =>
    rates.reduce<Promise<string>>(async (made, { from, ...rate }, index) => {
      const body = {
        cost_rate: 'currency_code' in rate ? (rate as Money) : null,
        ...(from !== undefined && { cost_rate_effective_date: from }),
      };
      if (index === 0) return planning.newPerson(body);
      const id = await made;
      await application.get(PersonService).update(application.organizationId, id, body, true);
      return id;
    }, Promise.resolve(''));
  /** Three days from 23 to 25 Nov (actual) and from 26 to 28 Nov (planned), one hour each day. */
  const costsOf = async (roleId: string, person: string | null) => {
    const offering = await planning.newOffering();
    const assignment = person === null ? null : { type: 'person', id: person };
    const { id } = await planning.newRole(offering, { role_id: roleId, assignment });
    await plan(offering, id, '2026-11-26', 1, 1, 1);
    if (person !== null) {
      for (const { plan_date } of plannedDays('2026-11-23', 1, 1, 1))
        await record(offering, person, plan_date);
    }
    const { metrics: found } = await metrics.ofOffering(
      application.organizationId,
      planning.projectId,
      offering,
    );
    return [Number(found.cost.actual), Number(found.cost.planned)];
  };

  it('is the rate of each day, from the day on which it changes', async () => {
    const person = await personWith(
      usd(10),
      { ...usd(20), from: '2026-11-25' },
      { ...usd(30), from: '2026-11-27' },
    );
    expect(await costsOf(planning.roleId, person)).toEqual([10 + 10 + 20, 20 + 30 + 30]);
  });

  it('is the default of the role before the first rate, after the last one, and in another currency', async () => {
    const role = await roleWith(usd(7));
    const late = await personWith({ ...usd(20), from: '2026-11-24' }, { from: '2026-11-27' });
    expect(await costsOf(role, late)).toEqual([7 + 20 + 20, 20 + 7 + 7]);
    const abroad = await personWith(eur(20), { ...usd(30), from: '2026-11-27' });
    expect(await costsOf(role, abroad)).toEqual([7 + 7 + 7, 7 + 30 + 30]);
  });

  it('is 0 where neither has a rate in the currency of the project', async () => {
    const abroad = await personWith(eur(20));
    expect(await costsOf(await roleWith(eur(7)), abroad)).toEqual([0, 0]);
    expect(await costsOf(await roleWith(null), await personWith({}))).toEqual([0, 0]);
    expect(await costsOf(await roleWith(usd(7)), null)).toEqual([0, 3 * 7]);
  });

  it('is the rate of the person and not the default, also when it is 0', async () => {
    expect(await costsOf(await roleWith(usd(7)), await personWith(usd(0)))).toEqual([0, 0]);
  });

  it('is billed by the card in the currency of the project only', async () => {
    const { organizationId } = application;
    const { id: card } = await application.get(RateCardService).create(organizationId, aRateCard());
    const rate = { role_id: planning.roleId, bill_rate: usd(100) };
    await application.get(RateCardRateService).create(organizationId, card, rate);
    const offering = await planning.newOffering({ billing_model_options: { rate_card_id: card } });
    const { id } = await planning.newRole(offering);
    await plan(offering, id, '2026-11-26', 2.5);
    const planned = async () => {
      const found = await metrics.ofOffering(organizationId, planning.projectId, offering);
      return Number(found.metrics.revenue.planned);
    };
    expect(await planned()).toBe(250);
    await application.database.query(`UPDATE rate_cards SET currency_code = 'EUR' WHERE id = $1`, [card]);
    expect(await planned()).toBe(0);
  });

  it('is of one moment: what is planned and recorded while it is read is not seen in part', async () => {
    const { organizationId, database } = application;
    const projectId = await planning.newProject();
    const offering = await planning.newOffering({}, projectId);
    const person = await planning.newPerson();
    await record(offering, person, '2026-11-23');
    const basis = application.get(MetricsBasisRepository);
    const read = basis.offerings.bind(basis);
    // Between the first statement and those that follow.
    const meanwhile = jest.spyOn(basis, 'offerings').mockImplementation(async (...which) => {
      const found = await read(...which);
      const recorded = 'UPDATE actual_time SET hours = hours + 1 WHERE project_offering_id = $1';
      // By somebody else: what is asked here would take part.
      await currentTransaction.exit(() => database.query(recorded, [offering]));
      return found;
    });
    const { kpis, ...project } = await application.get(ProjectDetails).get(organizationId, projectId);
    const { metrics: found } = await metrics.ofOffering(organizationId, projectId, offering);
    meanwhile.mockRestore();
    expect([project.offerings.length, Number(kpis.labor.actual), Number(found.labor.actual)]).toEqual([
      1, 1, 2,
    ]);
  });

  it('takes as many statements for many rows as for few', async () => {
    const { organizationId } = application;
    const counts: number[][] = [];
    const person = await personWith(usd(10), { ...usd(20), from: '2026-11-25' });
    for (const size of [1, 8]) {
      const projectId = await planning.newProject();
      let offering = '';
      for (let index = 0; index < size; index += 1) {
        offering = await planning.newOffering({}, projectId);
        await record(offering, person, `2026-11-2${index}`);
      }
      counts.push([
        await countStatements(() => metrics.ofOffering(organizationId, projectId, offering)),
        await countStatements(() => application.get(ProjectDetails).get(organizationId, projectId)),
        await countStatements(() =>
          application.get(ProjectDetails).listWithKpis(organizationId, {}, { page: 1, pageSize: size }),
        ),
      ]);
    }
    expect(counts[1]).toEqual(counts[0]);
    expect(counts[0]).toEqual([4, 6, 5]);
  });
});
