import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { MetricsBasisRepository } from '../../../src/contexts/delivery/metrics/metrics-basis.repository.js';
import { MetricsService } from '../../../src/contexts/delivery/metrics/metrics.service.js';
import { ProjectService } from '../../../src/contexts/delivery/projects/project.service.js';
import { Database } from '../../../src/platform/database/index.js';
import { currentTransaction } from '../../../src/platform/database/unit-of-work/transaction.js';
import { plannedDays } from '../../factories/delivery.factory.js';
import { aRate, aRateCard, aRole, usd } from '../../factories/people.factory.js';
import { anActualTime } from '../../factories/time-tracking.factory.js';
import { createPlanning, type Planning } from '../../support/planning.js';
import { SettableClock } from '../../support/settable-clock.js';
import { createTestApplication, type TestApplication } from '../../support/test-application.js';

const eur = (amount: number) => ({ currency_code: 'EUR', amount });

describe('what metrics are calculated from', () => {
  let application: TestApplication;
  let planning: Planning;
  let metrics: MetricsService;

  beforeAll(async () => {
    application = await createTestApplication({ clock: new SettableClock('2026-11-25T12:00:00Z') });
    planning = await createPlanning(application);
    metrics = application.get(MetricsService);
  });
  afterAll(() => application.close());

  const roleWith = async (default_cost_rate: object | null) =>
    (await application.api.create('/v1/roles', aRole(planning.departmentId, { default_cost_rate }))).id;
  const personWith = (...rates: (object & { from?: string })[]) =>
    rates.reduce<Promise<string>>(async (made, { from, ...cost_rate }, index) => {
      const body = {
        cost_rate: 'currency_code' in cost_rate ? cost_rate : null,
        ...(from !== undefined && { cost_rate_effective_date: from }),
      };
      if (index === 0) return planning.newPerson(body);
      const id = await made;
      expect((await application.api.patch(`/v1/people/${id}`, body)).status).toBe(200);
      return id;
    }, Promise.resolve(''));
  /** Three days from 23 to 25 Nov (actual) and from 26 to 28 Nov (planned), one hour each day. */
  const costsOf = async (roleId: string, person: string | null) => {
    const offering = await planning.newOffering();
    const assignment = person === null ? null : { type: 'person', id: person };
    const { id } = await planning.newRole(offering, { role_id: roleId, assignment });
    const path = `/v1/projects/${planning.projectId}/offerings/${offering}/roles/${id}/planned-time`;
    await application.api.post(path, plannedDays('2026-11-26', 1, 1, 1));
    if (person !== null) {
      for (const { plan_date: recorded_date } of plannedDays('2026-11-23', 1, 1, 1)) {
        const time = anActualTime(offering, person, { recorded_date, hours: 1 });
        await application.api.create('/v1/actual-time', time);
      }
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
    const { api } = application;
    const { id: card } = await api.create('/v1/rate-cards', aRateCard());
    await api.create(`/v1/rate-cards/${card}/rates`, aRate(planning.roleId, { bill_rate: usd(100) }));
    const offering = await planning.newOffering({ billing_model_options: { rate_card_id: card } });
    const { id } = await planning.newRole(offering);
    const path = `/v1/projects/${planning.projectId}/offerings/${offering}/roles/${id}/planned-time`;
    await api.post(path, plannedDays('2026-11-26', 2.5));
    const planned = async () => {
      const { organizationId } = application;
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
    await application.api.create(
      '/v1/actual-time',
      anActualTime(offering, person, { recorded_date: '2026-11-23', hours: 1 }),
    );
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
    const { kpis, ...project } = await application.get(ProjectService).get(organizationId, projectId);
    const { metrics: found } = await metrics.ofOffering(organizationId, projectId, offering);
    meanwhile.mockRestore();
    expect([project.offerings.length, Number(kpis.labor.actual), Number(found.labor.actual)]).toEqual([
      1, 1, 2,
    ]);
  });

  it('takes as many statements for many rows as for few', async () => {
    const { organizationId } = application;
    const statements = jest.spyOn(Database.prototype, 'rows');
    const counted = async (ask: () => Promise<unknown>) => {
      statements.mockClear();
      await ask();
      return statements.mock.calls.length;
    };
    const counts: number[][] = [];
    const person = await personWith(usd(10), { ...usd(20), from: '2026-11-25' });
    for (const size of [1, 8]) {
      const projectId = await planning.newProject();
      let offering = '';
      for (let index = 0; index < size; index += 1) {
        offering = await planning.newOffering({}, projectId);
        const recorded_date = `2026-11-2${index}`;
        await application.api.create(
          '/v1/actual-time',
          anActualTime(offering, person, { recorded_date, hours: 1 }),
        );
      }
      counts.push([
        await counted(() => metrics.ofOffering(organizationId, projectId, offering)),
        await counted(() => application.get(ProjectService).get(organizationId, projectId)),
      ]);
    }
    statements.mockRestore();
    expect(counts[1]).toEqual(counts[0]);
    expect(counts[0]).toEqual([4, 6]);
  });
});
