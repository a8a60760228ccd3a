import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aProject, plannedDays } from '../../factories/delivery.factory.js';
import { aRate, aRateCard, aRole, usd } from '../../factories/people.factory.js';
import { anActualTime } from '../../factories/time-tracking.factory.js';
import type { ApiClient } from '../../support/requests/api-client.js';
import { createPlanning, type Planning } from '../../support/application/planning.js';
import { UNUSED_ID } from '../../support/requests/refusals.js';
import { SettableClock } from '../../support/application/settable-clock.js';
import { shareTestApplication } from '../../support/application/shared-application.js';
import type { TestApplication } from '../../support/application/test-application.js';

const WEDNESDAY = '2026-11-25T12:00:00.000Z';

type Money = ReturnType<typeof usd>;
type Five<Value> = Record<string, Value>;

interface Metrics extends Record<string, unknown> {
  calculation_threshold: string;
  as_of_date: string;
  labor_metrics: Five<number>;
  cost_metrics?: Five<Money>;
  revenue_metrics: Five<Money>;
  margin_metrics?: Five<{ amount: Money; ratio: number | null }>;
  roles: { project_offering_role_id: string; labor_metrics: Five<number>; cost_metrics?: Five<Money> }[];
}

interface ProjectAnswer extends Record<string, unknown> {
  offerings: { id: string }[];
  kpis: Record<string, unknown>;
}

const figures = ['sold', 'planned', 'actual', 'estimated_to_completion', 'estimated_at_completion'];
const five = <Value>(values: Value[], kind = '') =>
  Object.fromEntries(values.map((value, index) => [`${figures[index]}${kind}`, value]));
const hours = (...values: number[]) => five(values);
const costs = (...values: number[]) => five(values.map(usd), '_costs');
const revenue = (...values: number[]) => five(values.map(usd), '_revenue');
const margins = (...values: [number, number | null][]) =>
  five(
    values.map(([amount, ratio]) => ({ amount: usd(amount), ratio })),
    '_margin',
  );

describe('metrics and KPIs', () => {
  const clock = new SettableClock(WEDNESDAY);
  let application: TestApplication;
  let api: ApiClient;
  let planning: Planning;
  let engineer: string;
  let designer: string;
  let ada: string;
  let bob: string;
  let project: string;
  const offerings: Record<string, string> = {};
  const roles: Record<string, string> = {};

  const offeringPath = (offering: string, of = project) => `/v1/projects/${of}/offerings/${offering}`;
  const newOffering = (members: object, of = project) => planning.newOffering({ ...members }, of);
  const newRole = async (offering: string, role_id: string, members: object = {}, of = project) =>
    (await planning.newRole(offering, { role_id, ...members }, of)).id;
  const plan = (offering: string, role: string, days: object, of = project) =>
    api.post(`${offeringPath(offering, of)}/roles/${role}/planned-time`, days);
  const work = (offering: string, person: string, members: object) =>
    api.create('/v1/actual-time', anActualTime(offering, person, { ...members }));
  const metricsOf = async (offering: string, of = project, as = api) => {
    const { status, body } = await as.get<Metrics>(`${offeringPath(offering, of)}/metrics`);
    expect(status).toBe(200);
    return body;
  };
  const getProject = async (id = project, as = api) =>
    (await as.get<ProjectAnswer>(`/v1/projects/${id}`)).body;
  const threshold = (calculation_threshold: string) =>
    api.patch('/v1/organization', { calculation_threshold });

  beforeAll(async () => {
    application = await shareTestApplication(clock);
    ({ api } = application);
    planning = await createPlanning(application);
    const department = planning.departmentId;
    engineer = (await api.create('/v1/roles', aRole(department, { default_cost_rate: usd(70) }))).id;
    // A rate in another currency than the project's does not count.
    const euros = { currency_code: 'EUR', amount: 40 };
    designer = (await api.create('/v1/roles', aRole(department, { default_cost_rate: euros }))).id;
    ada = await planning.newPerson({ role_id: engineer, cost_rate: usd(50) });
    await api.patch(`/v1/people/${ada}`, { cost_rate: usd(60), cost_rate_effective_date: '2026-11-16' });
    bob = await planning.newPerson({ role_id: engineer });
    const { id: card } = await api.create('/v1/rate-cards', aRateCard());
    await api.create(`/v1/rate-cards/${card}/rates`, aRate(engineer));
    project = planning.projectId;

    offerings.hourly = await newOffering({ billing_model_options: { rate_card_id: card } });
    roles.ada = await newRole(offerings.hourly, engineer, { assignment: { type: 'person', id: ada } });
    roles.designer = await newRole(offerings.hourly, designer);
    await plan(offerings.hourly, roles.ada, [
      ...plannedDays('2026-11-12', 8, 8),
      ...plannedDays('2026-11-16', 8, 8),
      ...plannedDays('2026-11-23', 8),
      ...plannedDays('2026-11-26', 8, 8),
    ]);
    await plan(offerings.hourly, roles.designer, plannedDays('2026-11-26', 5));

    offerings.bid = await newOffering({
      billing_model: 'fixed_bid',
      billing_model_options: { fixed_revenue: usd(10000) },
    });
    roles.bid = await newRole(offerings.bid, engineer);
    const bid = [...plannedDays('2026-11-20', 10), ...plannedDays('2026-11-27', 20)];
    await plan(offerings.bid, roles.bid, bid);

    offerings.retainer = await newOffering({
      billing_model: 'fixed_retainer',
      billing_model_options: { retainer_amount: usd(1000), retainer_period: 'week' },
    });
    roles.retainer = await newRole(offerings.retainer, engineer);
    const retainer = [...plannedDays('2026-11-20', 4), ...plannedDays('2026-12-01', 4)];
    await plan(offerings.retainer, roles.retainer, retainer);

    offerings.free = await newOffering({ billing_model: 'non_billable' });
    roles.free = await newRole(offerings.free, engineer);
    await plan(offerings.free, roles.free, plannedDays('2026-11-27', 2));

    // Sold; after that three hours are added to the plan, and work is done.
    await api.patch(`/v1/projects/${project}`, { status: 'in_progress' });
    await plan(offerings.hourly, roles.ada, plannedDays('2026-11-30', 3));
    for (const [recorded_date, worked, billable] of [
      ['2026-11-13', 6, true],
      ['2026-11-16', 7.5, true],
      ['2026-11-17', 2, false],
      ['2026-11-24', 4, true],
      ['2026-11-30', 1, true],
    ]) {
      await work(offerings.hourly, ada, { recorded_date, hours: worked, billable });
    }
    await work(offerings.bid, bob, { recorded_date: '2026-11-20', hours: 10 });
  });
  afterAll(() => application.close());

  it('of time_and_materials, as of today', async () => {
    const metrics = await metricsOf(offerings.hourly ?? '');
    const labor = hours(61, 64, 19.5, 24, 43.5);
    expect(metrics).toEqual({
      id: offerings.hourly,
      calculated_date: WEDNESDAY,
      calculation_threshold: 'current_day',
      as_of_date: '2026-11-25',
      // Ada 56 sold and 3 more planned, the designer 5. Ada's hours on the 26th, 27th and 30th remain, and the designer's.
      labor_metrics: labor,
      cost_metrics: costs(
        2 * 8 * 50 + 5 * 8 * 60, // 3200
        3200 + 3 * 60, // 3380
        6 * 50 + (7.5 + 2 + 4) * 60, // 1110
        (8 + 8 + 3) * 60, // 1140
        1110 + 1140, // 2250
      ),
      revenue_metrics: revenue(
        56 * 150, // 8400
        59 * 150, // 8850
        (6 + 7.5 + 4) * 150, // 2625: two hours are not billable
        19 * 150, // 2850
        2625 + 2850, // 5475
      ),
      margin_metrics: margins(
        [8400 - 3200, 0.619], // 5200 / 8400 = 0.61904...
        [8850 - 3380, 0.6181], // 5470 / 8850 = 0.61807...
        [2625 - 1110, 0.5771], // 1515 / 2625 = 0.57714...
        [2850 - 1140, 0.6], // 1710 / 2850
        [5475 - 2250, 0.589], // 3225 / 5475 = 0.58904...
      ),
      roles: [
        {
          project_offering_role_id: roles.ada,
          role_id: engineer,
          labor_metrics: hours(56, 59, 19.5, 19, 38.5),
          cost_metrics: costs(3200, 3380, 1110, 1140, 2250),
        },
        {
          project_offering_role_id: roles.designer,
          role_id: designer,
          labor_metrics: hours(5, 5, 0, 5, 5),
          cost_metrics: costs(0, 0, 0, 0, 0),
        },
      ],
    });
  });

  it('of time_and_materials, as of the Sunday that ended last week', async () => {
    await threshold('last_week');
    const metrics = await metricsOf(offerings.hourly ?? '');
    await threshold('current_day');
    expect([metrics.calculation_threshold, metrics.as_of_date]).toEqual(['last_week', '2026-11-22']);
    // The four hours of Tuesday do not count yet, and the eight planned on Monday remain.
    expect(metrics.labor_metrics).toEqual(hours(61, 64, 19.5 - 4, 24 + 8, 15.5 + 32));
    expect(metrics.cost_metrics).toEqual(costs(3200, 3380, 1110 - 4 * 60, 1140 + 8 * 60, 870 + 1620));
    expect(metrics.revenue_metrics).toEqual(revenue(8400, 8850, 2625 - 4 * 150, 2850 + 8 * 150, 2025 + 4050));
  });

  it('of fixed_bid: the price by hours, rounded; somebody without a rate costs what the role does', async () => {
    const metrics = await metricsOf(offerings.bid ?? '');
    expect(metrics.labor_metrics).toEqual(hours(30, 30, 10, 20, 30));
    expect(metrics.cost_metrics).toEqual(costs(30 * 70, 30 * 70, 10 * 70, 20 * 70, 30 * 70));
    // 10000 × 10 / 30 = 3333.33333...
    expect(metrics.revenue_metrics).toEqual(revenue(10000, 10000, 3333.3333, 6666.6667, 10000));
  });

  it('of fixed_retainer: by the weeks that it touches', async () => {
    // The weeks from 16, 23 and 30 Nov; on Wednesday the 25th two of them have begun, on Sunday the 22nd one.
    const today = await metricsOf(offerings.retainer ?? '');
    expect(today.revenue_metrics).toEqual(revenue(3000, 3000, 2000, 1000, 3000));
    await threshold('last_week');
    const lastWeek = await metricsOf(offerings.retainer ?? '');
    await threshold('current_day');
    expect(lastWeek.revenue_metrics).toEqual(revenue(3000, 3000, 1000, 2000, 3000));
  });

  it('of non_billable: a loss, without a ratio', async () => {
    const metrics = await metricsOf(offerings.free ?? '');
    expect(metrics.revenue_metrics).toEqual(revenue(0, 0, 0, 0, 0));
    expect(metrics.margin_metrics).toEqual(
      margins([-140, null], [-140, null], [0, null], [-140, null], [-140, null]),
    );
  });

  it('of a project are the sums of its offerings', async () => {
    const { offerings: listed, kpis } = await getProject();
    expect(listed.map(({ id }) => id)).toEqual(Object.values(offerings));
    const list = await api.get<{ results: unknown[] }>(`/v1/projects/${project}/offerings`);
    expect(listed).toEqual(list.body.results);
    expect(kpis).toEqual({
      sold_hours: 61 + 30 + 8 + 2,
      planned_hours: 64 + 30 + 8 + 2,
      actual_hours: 19.5 + 10,
      remaining_planned_hours: 24 + 20 + 4 + 2,
      estimated_at_completion_hours: 29.5 + 50,
      planned_cost: usd(3380 + 30 * 70 + 8 * 70 + 2 * 70),
      actual_cost: usd(1110 + 10 * 70),
      estimated_at_completion_cost: usd(1810 + 1140 + (20 + 4 + 2) * 70),
      revenue: usd(5475 + 10000 + 3000),
      margin_amount: usd(18475 - 4770),
      margin: 0.7418, // 13705 / 18475 = 0.74181...
    });
    const all = await Promise.all(Object.values(offerings).map((id) => metricsOf(id)));
    const sum = (of: (metrics: Metrics) => number | undefined) =>
      all.reduce((total, metrics) => total + (of(metrics) ?? NaN), 0);
    expect([kpis.planned_hours, kpis.actual_hours, kpis.remaining_planned_hours]).toEqual([
      sum(({ labor_metrics }) => labor_metrics.planned),
      sum(({ labor_metrics }) => labor_metrics.actual),
      sum(({ labor_metrics }) => labor_metrics.estimated_to_completion),
    ]);
    const money = [kpis.planned_cost, kpis.revenue, kpis.margin_amount].map(
      (value) => (value as Money).amount,
    );
    expect(money).toEqual([
      sum(({ cost_metrics }) => cost_metrics?.planned_costs?.amount),
      sum(({ revenue_metrics }) => revenue_metrics.estimated_at_completion_revenue?.amount),
      sum(({ margin_metrics }) => margin_metrics?.estimated_at_completion_margin?.amount.amount),
    ]);
  });

  it('of a project without offerings are 0, and no other answer of it has them', async () => {
    const made = await api.create('/v1/projects', aProject(planning.clientId));
    const { offerings: listed, kpis, ...rest } = await getProject(made.id);
    expect([listed, rest]).toEqual([[], made]);
    expect(kpis).toEqual({
      sold_hours: 0,
      planned_hours: 0,
      actual_hours: 0,
      remaining_planned_hours: 0,
      estimated_at_completion_hours: 0,
      planned_cost: usd(0),
      actual_cost: usd(0),
      estimated_at_completion_cost: usd(0),
      revenue: usd(0),
      margin_amount: usd(0),
      margin: null,
    });
  });

  it('show no cost and no margin to a token without rates:read', async () => {
    const { api: reader } = await application.organization('Test organization', 'delivery:read');
    const {
      cost_metrics: _cost,
      margin_metrics: _margin,
      roles: all,
      ...visible
    } = await metricsOf(offerings.hourly ?? '');
    expect(await metricsOf(offerings.hourly ?? '', project, reader)).toEqual({
      ...visible,
      roles: all.map(({ cost_metrics: _roleCost, ...role }) => role),
    });
    const { kpis, ...rest } = await getProject();
    const {
      planned_cost: _planned,
      actual_cost: _actual,
      estimated_at_completion_cost: _estimated,
      margin_amount: _amount,
      margin: _ratio,
      ...shown
    } = kpis;
    expect(await getProject(project, reader)).toEqual({ ...rest, kpis: shown });
    const { api: granted } = await application.organization(
      'Test organization',
      'delivery:read',
      'rates:read',
    );
    expect(await getProject(project, granted)).toEqual({ ...rest, kpis });
  });

  it('are refused where the path does not belong together: 404 project_offering.not_found', async () => {
    const elsewhere = await planning.newProject();
    for (const path of [
      offeringPath(offerings.bid ?? '', elsewhere),
      offeringPath(UNUSED_ID),
      offeringPath(offerings.bid ?? '', UNUSED_ID),
    ]) {
      const { status, body } = await api.get(`${path}/metrics`);
      expect([status, body.code]).toEqual([404, 'project_offering.not_found']);
    }
  });

  it('count ten thousand times 0.1 hours as exactly 1000', async () => {
    const id = await planning.newProject();
    const offering = await newOffering({}, id);
    const role = await newRole(offering, engineer, { assignment: { type: 'person', id: ada } }, id);
    await application.database.query(
      `INSERT INTO actual_time (organization_id, id, project_id, project_offering_id, project_offering_role_id,
         person_id, recorded_date, hours, billable)
       SELECT $1, gen_random_uuid(), $2, $3, $4, $5, '2026-11-02', 0.1, true FROM generate_series(1, 10000)`,
      [application.organizationId, id, offering, role, ada],
    );
    await application.database.query(
      `INSERT INTO planned_time (organization_id, project_offering_role_id, plan_date, hours)
       SELECT $1, $2, date '2026-11-26' + day, 0.1 FROM generate_series(0, 9999) day`,
      [application.organizationId, role],
    );
    const metrics = await metricsOf(offering, id);
    expect(metrics.labor_metrics).toEqual(hours(0, 1000, 1000, 1000, 2000));
    expect(metrics.cost_metrics?.actual_costs).toEqual(usd(1000 * 50));
    expect((await getProject(id)).kpis).toMatchObject({
      planned_hours: 1000,
      actual_hours: 1000,
      remaining_planned_hours: 1000,
      estimated_at_completion_hours: 2000,
      actual_cost: usd(50000),
    });
  });
});

describe('the as-of date', () => {
  const clock = new SettableClock('2026-11-22T11:00:00Z');
  let application: TestApplication;

  beforeAll(async () => {
    application = await shareTestApplication(clock);
  });
  afterAll(() => application.close());

  it.each([
    // Monday already, still Sunday, and still Saturday.
    ['Pacific/Kiritimati', '2026-11-23', [3, 0], '2026-11-22', [2, 1]],
    ['UTC', '2026-11-22', [2, 1], '2026-11-15', [0, 3]],
    ['Etc/GMT+12', '2026-11-21', [1, 2], '2026-11-15', [0, 3]],
  ])('in %s is %s, and the Sunday before', async (time_zone, today, asOfToday, sunday, asOfSunday) => {
    const organization = await application.organization(time_zone);
    const { api } = organization;
    await api.patch('/v1/organization', { time_zone });
    const planning = await createPlanning(application, organization.organizationId);
    const person = await planning.newPerson({ role_id: planning.roleId });
    const project = await planning.newProject({ status: 'in_progress' });
    const path = `/v1/projects/${project}/offerings`;
    const offering = await planning.newOffering({}, project);
    const days = plannedDays('2026-11-21', 1, 1, 1);
    let roleId = '';
    for (const { plan_date: recorded_date, hours: worked } of days) {
      const time = anActualTime(offering, person, { recorded_date, hours: worked });
      roleId = String((await api.create('/v1/actual-time', time)).project_offering_role_id);
    }
    await api.post(`${path}/${offering}/roles/${roleId}/planned-time`, days);
    const asOf = async () => {
      const { body } = await api.get<Metrics>(`${path}/${offering}/metrics`);
      const { actual, estimated_to_completion } = body.labor_metrics;
      const { kpis } = (await api.get<ProjectAnswer>(`/v1/projects/${project}`)).body;
      expect([kpis.actual_hours, kpis.remaining_planned_hours]).toEqual([actual, estimated_to_completion]);
      return [body.as_of_date, [actual, estimated_to_completion]];
    };
    expect(await asOf()).toEqual([today, asOfToday]);
    await api.patch('/v1/organization', { calculation_threshold: 'last_week' });
    expect(await asOf()).toEqual([sunday, asOfSunday]);
  });
});
